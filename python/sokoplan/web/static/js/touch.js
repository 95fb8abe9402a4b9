/* Swipes on the board: a long swipe is several moves. */

const MOVE_PIXELS = 34; // of a swipe to a move

/** Calls `press(key)` for each move of a swipe. Returns a function that stops listening. */
export function listenToSwipes(element, press) {
  let from = null;

  const start = (event) => {
    from = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null;
  };
  const move = (event) => {
    if (!from) return;
    event.preventDefault(); // on the board a swipe plays; elsewhere it scrolls the page
    const x = event.touches[0].clientX - from[0];
    const y = event.touches[0].clientY - from[1];
    if (Math.max(Math.abs(x), Math.abs(y)) < MOVE_PIXELS) return;
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
