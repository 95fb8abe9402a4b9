/* Swipes on the board.

   Comes in:  an element, a function for keys.     Goes out: a key for every stretch that a finger is drawn along. */

const STRETCH = 34; // pixels of the screen to a key

export function listenToSwipes(element, press) {
  let from = null;

  const start = (event) => {
    from = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null;
  };
  const move = (event) => {
    if (!from) return;
    event.preventDefault(); // a swipe on the board plays; beside it the page scrolls
    const x = event.touches[0].clientX - from[0];
    const y = event.touches[0].clientY - from[1];
    if (Math.max(Math.abs(x), Math.abs(y)) < STRETCH) return;
    press(Math.abs(x) > Math.abs(y) ? (x > 0 ? "r" : "l") : y > 0 ? "d" : "u");
    from = [event.touches[0].clientX, event.touches[0].clientY];
  };
  element.addEventListener("touchstart", start, { passive: true });
  element.addEventListener("touchmove", move, { passive: false });
  return () => {
    element.removeEventListener("touchstart", start);
    element.removeEventListener("touchmove", move);
  };
}
