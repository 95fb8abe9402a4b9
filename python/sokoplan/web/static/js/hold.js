/* A button that repeats what it does while it is held down. */

const FIRST = 380; // milliseconds until it repeats
const PACE = 90;

export function repeatWhileHeld(button, work) {
  let timer = 0;
  let held = false; // then the click that follows is not another one
  const stop = () => clearTimeout(timer);
  const again = () => {
    held = true;
    if (button.disabled) return;
    work();
    timer = setTimeout(again, PACE);
  };
  button.addEventListener("pointerdown", () => {
    held = false;
    timer = setTimeout(again, FIRST);
  });
  for (const name of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(name, stop);
  button.addEventListener("contextmenu", (event) => held && event.preventDefault()); // a long touch
  button.addEventListener(
    "click",
    (event) => {
      if (held) event.stopImmediatePropagation();
      held = false;
    },
    { capture: true },
  );
  return button;
}
