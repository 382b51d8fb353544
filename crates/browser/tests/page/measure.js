// Faults of the layout of the page as it is now, each in a line: what reaches out of its part, is covered, is cut off or
// is too faint. `part` is 'layout' or 'contrast'. The body of a function.

const [part] = arguments;
const faults = new Set();
const top = document.querySelector('dialog[open]') ?? document.body;
const root = document.documentElement;

const named = (element) => {
  const kind = [...element.classList].slice(0, 2).map((name) => `.${name}`).join('');
  const words = (element.textContent.trim() || element.getAttribute('aria-label') || element.getAttribute('title') || '').slice(0, 40);
  return `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''}${kind} '${words}'`;
};
const shown = (element) => {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && !element.closest('.unseen, .skip, noscript, #toasts') && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
};
const ownText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
const styles = new Map();
const style = (element) => {
  let known = styles.get(element);
  if (!known) styles.set(element, (known = getComputedStyle(element)));
  return known;
};

// Colours as the browser draws them: red, green, blue from 0 to 255, and alpha from 0 to 1.
const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
const colours = new Map();
const colour = (text) => {
  if (!colours.has(text)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = '#000';
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    colours.set(text, [red, green, blue, alpha / 255]);
  }
  return colours.get(text);
};
const faded = ([red, green, blue, alpha], by) => [red, green, blue, alpha * by];
const over = (upper, lower) => [0, 1, 2].map((i) => upper[i] * upper[3] + lower[i] * (1 - upper[3])).concat(1);
const light = (rgb) => {
  const [red, green, blue] = rgb.slice(0, 3).map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);

/** The opacity of an element with all that it is in. */
const opacity = (element) => (element ? Number(style(element).opacity) * opacity(element.parentElement) : 1);

/** The colour behind an element of HTML. */
const behind = (element) => {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const ground = faded(colour(style(at).backgroundColor), opacity(at));
    if (ground[3] > 0.002) layers.push(ground);
    if (ground[3] > 0.998) break;
  }
  return layers.reduceRight((below, above) => over(above, below), colour(style(root).backgroundColor));
};

/** The shapes of a drawing with their boxes, the topmost first. */
const drawings = new Map();
const shapesOf = (svg) => {
  if (!drawings.has(svg)) {
    const shapes = [...svg.querySelectorAll('rect, circle, path, ellipse')].filter((shape) => !shape.closest('defs'));
    drawings.set(svg, shapes.reverse().map((shape) => ({ shape, box: shape.getBoundingClientRect() })));
  }
  return drawings.get(svg);
};

/** The colour behind a text of a drawing: its own outline, or the shapes below it; null where that is a gradient. */
const drawnBehind = (text) => {
  const { paintOrder, stroke, strokeWidth, strokeOpacity } = style(text);
  if (paintOrder.startsWith('stroke') && stroke !== 'none' && parseFloat(strokeWidth) >= 3 && Number(strokeOpacity) > 0.6) return colour(stroke);
  const svg = text.ownerSVGElement;
  const { left, top, width, height } = text.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const layers = [];
  for (const { shape, box } of shapesOf(svg)) {
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
    if (!(shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)) continue;
    const { fill, fillOpacity } = style(shape);
    const matrix = shape.getScreenCTM();
    if (fill === 'none' || !matrix || !shape.checkVisibility()) continue;
    if (!shape.isPointInFill(new DOMPoint(x, y).matrixTransform(matrix.inverse()))) continue;
    if (fill.startsWith('url')) return null;
    const ground = faded(colour(fill), Number(fillOpacity) * opacity(shape));
    if (ground[3] > 0.002) layers.push(ground);
    if (ground[3] > 0.998) break;
  }
  return layers.reduceRight((below, above) => over(above, below), behind(svg));
};

if (part === 'contrast') {
  for (const element of top.querySelectorAll('*')) {
    if (!ownText(element) || !shown(element) || element.closest(':disabled, [aria-disabled=true], option, title, desc')) continue;
    const drawn = element.ownerSVGElement != null;
    const ground = drawn ? drawnBehind(element) : behind(element);
    if (!ground) continue;
    const { fill, fillOpacity, color } = style(element);
    const ink = faded(colour(drawn ? fill : color), opacity(element) * (drawn ? Number(fillOpacity) : 1));
    const seen = contrast(over(ink, ground), ground);
    if (seen < 4.5) faults.add(`${seen.toFixed(2)} is too faint: ${named(element)}`);
  }
  return [...faults];
}

if (root.scrollWidth > innerWidth) faults.add(`the page is ${root.scrollWidth} wide, the window ${innerWidth}`);

// A game is played without scrolling.
const game = top.querySelector('.table .board-host');
if (game && !document.querySelector('dialog[open]')) {
  if (root.scrollHeight > innerHeight + 1) faults.add(`the game is ${root.scrollHeight} high, the window ${innerHeight}`);
  if (game.clientHeight < 120 || game.clientWidth < 120) faults.add(`the board has only ${game.clientWidth} by ${game.clientHeight}`);
}

// What reaches out of the part that it is in.
const isPart = (element) => {
  const { backgroundColor, boxShadow, borderTopWidth } = style(element);
  return colour(backgroundColor)[3] > 0.05 || boxShadow !== 'none' || parseFloat(borderTopWidth) > 0 || element.matches('button, .button, label');
};
for (const element of top.querySelectorAll('*')) {
  if (element.ownerSVGElement || !(ownText(element) || element.matches('svg, button, a, input, select, textarea, [role]')) || !shown(element)) continue;
  let { left, right, top: high, bottom } = element.getBoundingClientRect();
  let free = false;
  for (let at = element; at && at !== document.body; at = at.parentElement) {
    if (style(at).position === 'fixed') {
      if (left < -1 || right > innerWidth + 1 || high < -1 || bottom > innerHeight + 1) faults.add(`outside the window: ${named(element)}`);
      free = true;
      break;
    }
    const parent = at.parentElement;
    if (!parent || parent === document.body || parent === root) break;
    const box = parent.getBoundingClientRect();
    const { overflowX, overflowY, textOverflow } = style(parent);
    if (overflowX !== 'visible' || overflowY !== 'visible') {
      const scrolls = (axis) => axis === 'auto' || axis === 'scroll';
      if (!scrolls(overflowX) && textOverflow !== 'ellipsis' && (left < box.left - 1.5 || right > box.right + 1.5)) faults.add(`cut off: ${named(element)} in ${named(parent)}`);
      if (!scrolls(overflowY) && (high < box.top - 1.5 || bottom > box.bottom + 1.5)) faults.add(`cut off below: ${named(element)} in ${named(parent)}`);
      // It can be scrolled to, unless it begins before the beginning.
      if (scrolls(overflowX) && left + parent.scrollLeft < box.left - 1.5) faults.add(`out of reach: ${named(element)} in ${named(parent)}`);
      if (scrolls(overflowY) && high + parent.scrollTop < box.top - 1.5) faults.add(`out of reach: ${named(element)} in ${named(parent)}`);
      [left, right, high, bottom] = [Math.max(left, box.left), Math.min(right, box.right), Math.max(high, box.top), Math.min(bottom, box.bottom)];
    } else if (isPart(parent) && (left < box.left - 1.5 || right > box.right + 1.5 || high < box.top - 1.5 || bottom > box.bottom + 1.5)) {
      faults.add(`outside its part: ${named(element)} in ${named(parent)}`);
    }
  }
  if (!free && (left < -1 || right > innerWidth + 1)) faults.add(`outside the window: ${named(element)}`);
}

// Words that do not fit their element.
for (const element of top.querySelectorAll('*')) {
  if (element.ownerSVGElement || !shown(element)) continue;
  if (element.matches('select')) {
    const whole = element.cloneNode();
    whole.append(element.selectedOptions[0]?.cloneNode(true) ?? '');
    whole.style.cssText = 'width: auto; max-width: none; position: absolute';
    element.after(whole);
    if (whole.offsetWidth > element.offsetWidth + 1) faults.add(`cut off: ${whole.textContent}`);
    whole.remove();
  } else if (ownText(element)) {
    const { overflowX } = style(element);
    if (overflowX !== 'auto' && element.clientWidth && element.scrollWidth > element.clientWidth + 1 && !element.matches('[title]')) faults.add(`cut off: ${named(element)}`);
  }
}

// What is covered. Cells of a cube in space cover each other: each is on its level as well, and the cube turns.
const controls = 'button, a[href], input, select, textarea, summary, label, [role=tab], [role=button], [role=treeitem], [data-cell], [data-move]';
const before = [scrollX, scrollY];
for (const control of top.querySelectorAll(controls)) {
  // A square that cannot be chosen, such as a bent edge, is no control now.
  if (control.ownerSVGElement && control.getAttribute('aria-disabled') === 'true') continue;
  if (!shown(control) || control.closest('.space') || control.matches('label:not(:has(input))')) continue;
  const middle = () => {
    const box = control.getClientRects()[0] ?? control.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  let [x, y] = middle();
  const picture = control.ownerSVGElement;
  if (picture) {
    // A picture that is moved and zoomed shows a part.
    const box = picture.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue;
  }
  let hit = document.elementFromPoint(x, y);
  const mine = () => hit !== null && (control.contains(hit) || control.closest('label')?.contains(hit));
  if (!mine()) {
    (picture ?? control).scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    [x, y] = middle();
    hit = document.elementFromPoint(x, y);
  }
  // A picture is moved away from under its buttons.
  if (picture && hit?.closest('.lab-zoom')) continue;
  if (!mine()) faults.add(`covered: ${named(control)} by ${hit ? named(hit) : 'nothing: it is outside the window'}`);
}
scrollTo(...before);
return [...faults];
