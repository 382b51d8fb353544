// A picture in the hands: a drag moves or turns it, wheel and pinch zoom, a double click goes back to the beginning, and a
// press without a drag chooses.

/** Pixels that a hand may tremble before a press becomes a drag. */
const TREMBLE = 6;

/**
 * @typedef {object} Hands
 * @property {(dx: number, dy: number) => void} drag   pixels
 * @property {(by: number, event: MouseEvent) => void} zoom   a factor, above 1 to make it larger
 * @property {() => void} [rest]                       the hand let go
 * @property {() => void} [reset]
 * @property {(event: MouseEvent, touch: boolean) => void} click   pressed and not dragged
 * @property {(event: PointerEvent) => void} [hover]
 */

/**
 * @param {SVGSVGElement} node
 * @param {Hands} hands
 */
export function gestures(node, hands) {
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  let dragged = false;
  let touch = false;
  let way = 0;

  const spread = () => {
    const [a, b] = [...fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };
  node.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    if (event.isPrimary) {
      fingers.clear();
      dragged = false;
      way = 0;
    }
    touch = event.pointerType === 'touch';
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (touch) hands.hover?.(event);
  });
  node.addEventListener('pointermove', (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      hands.hover?.(event);
      return;
    }
    const before = spread();
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size > 1) {
      dragged = true;
      if (before > 0) hands.zoom(spread() / before, event);
      return;
    }
    way += Math.hypot(dx, dy);
    if (!dragged && way < TREMBLE) return;
    if (!dragged) {
      dragged = true;
      node.setPointerCapture(event.pointerId);
      node.classList.add('dragged');
    }
    hands.drag(dx, dy);
  });
  const lift = (/** @type {PointerEvent} */ event) => {
    fingers.delete(event.pointerId);
    if (fingers.size > 0) return;
    node.classList.remove('dragged');
    if (dragged) hands.rest?.();
  };
  node.addEventListener('pointerup', lift);
  node.addEventListener('pointercancel', lift);
  node.addEventListener('click', (event) => {
    // A click by keyboard or program has no press before it.
    if (!dragged || event.detail === 0) hands.click(event, touch && event.detail !== 0);
    dragged = false;
  });
  node.addEventListener('dblclick', (event) => {
    event.preventDefault();
    hands.reset?.();
  });
  node.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      hands.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), event);
    },
    { passive: false },
  );
}
