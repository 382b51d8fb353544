// Elements, without a framework: text always goes in as text, so nothing that came over the wire can become markup.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Child | Child[]} Children */

/**
 * Makes an element. `on...` are listeners, `class` the class, `data` its data attributes; `true` sets an attribute without
 * a value; null and false leave it out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any> | null} [props]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'data') Object.assign(element.dataset, value);
    else if (key === 'value' || key === 'checked' || key === 'disabled' || key === 'selected') {
      /** @type {any} */ (element)[key] = value;
    } else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(.../** @type {(Node | string)[]} */ (flat(children)));
  return element;
}

/**
 * @param {Children[]} children
 * @returns {(Node | string)[]}
 */
function flat(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Replaces what is in an element.
 * @param {Element} element
 * @param {...Children} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
}

const SVG = 'http://www.w3.org/2000/svg';

/** Line drawings on a field of 24 by 24. @type {Record<string, string>} */
const ICONS = {
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  undo: 'M8 5 4 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11H9',
  resign: 'M6 21V4M6 5c5-3 7 3 13 0v9c-6 3-8-3-13 0',
  draw: 'M5 9h14M5 15h14',
  new: 'M12 5v14M5 12h14',
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  next: 'm9 5 7 7-7 7',
  previous: 'm15 5-7 7 7 7',
  last: 'm6 5 7 7-7 7M18 5v14',
  up: 'm5 15 7-7 7 7',
  first: 'm18 5-7 7 7 7M6 5v14',
  people: 'M8.5 11a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4M2.5 20c0-3.6 2.4-6 6-6s6 2.4 6 6M16 11a2.7 2.7 0 1 0-1-5.2M16.5 14c3 0 5 2.2 5 5.5',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  device: 'M8 3h8v18H8zM11 18h2',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  hint: 'M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0v1h-7z',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  upload: 'M12 16V5M7 9l5-5 5 5M5 20h14',
  swap: 'M7 4 4 7l3 3M4 7h13M17 20l3-3-3-3M20 17H7',
  close: 'M6 6l12 12M18 6 6 18',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  rules: 'M6 4h9l4 4v12H6zM9 11h7M9 15h7',
  keys: 'M3 7h18v11H3zM7 11h.1M12 11h.1M17 11h.1M8 14.5h8',
  check: 'm5 12.5 4.5 4.5L19 7',
  tree: 'M12 4 6 11M12 4l6 7M6 12.5 3.5 19M6 12.5 9 19M18 12.5 15 19M18 12.5l2.5 6.5M10.5 2.5h3v3h-3zM4.5 10h3v3h-3zM16.5 10h3v3h-3z',
  minus: 'M5 12h14',
  chart: 'M4 4v16h16M7 15l4-5 3 3 5-7',
  whole: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  screen: 'M3 5h18v12H3zM8 21h8M12 17v4',
  branch: 'M7 4v16M7 12c6 0 10-2 10-8M13.5 7 17 3.5 20.5 7',
};

/**
 * A drawing beside a word; the word says what it means, so it is hidden from screen readers.
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name] ?? '');
  svg.append(path);
  return svg;
}

/**
 * A button with a drawing and a word.
 * @param {string} drawing
 * @param {string} word
 * @param {() => void} onclick
 * @param {Record<string, any>} [props]
 * @returns {HTMLButtonElement}
 */
export function button(drawing, word, onclick, props = {}) {
  return h('button', { type: 'button', class: 'button', onclick, ...props }, drawing && icon(drawing), h('span', null, word));
}

/**
 * A button with a drawing only; its word is its accessible name and its tip.
 * @param {string} drawing
 * @param {string} word
 * @param {() => void} onclick
 * @param {Record<string, any>} [props]
 * @returns {HTMLButtonElement}
 */
export function iconButton(drawing, word, onclick, props = {}) {
  return h('button', { type: 'button', class: 'icon-button', title: word, 'aria-label': word, onclick, ...props }, icon(drawing));
}

/** Says something to screen readers once they are done with what they say. @param {string} text */
export function announce(text) {
  const region = document.getElementById('announcer');
  if (!region || !text) return;
  // The same text twice would not be read twice: a trailing no-break space makes it another text.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** A quiet message that goes by itself, or with the view. @param {string} text */
export function toast(text) {
  const shelf = document.getElementById('toasts');
  if (!shelf || !text) return;
  const note = h('div', { class: 'toast' }, text);
  for (const old of shelf.children) if (old.textContent === text) old.remove();
  shelf.append(note);
  announce(text);
  setTimeout(() => note.remove(), Math.min(5000, 2000 + 45 * text.length));
}

/**
 * Opens a dialog, and takes it out of the page again when it is closed.
 * @param {string} title
 * @param {string} close the text of the closing button
 * @param {...Children} children
 * @returns {HTMLDialogElement}
 */
export function dialog(title, close, ...children) {
  const id = `dialog-${Math.random().toString(36).slice(2)}`;
  const element = h(
    'dialog',
    { 'aria-labelledby': id },
    h('header', { class: 'dialog-head' }, h('h2', { id }, title), iconButton('close', close, () => element.close())),
    h('div', { class: 'dialog-body' }, ...children),
  );
  element.addEventListener('close', () => element.remove());
  element.addEventListener('click', (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  element.showModal();
  return element;
}

/**
 * Copies a text; where the browser does not let us, says so by answering false.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Saves a file. @param {string} name @param {Blob} file */
export function saveFile(name, file) {
  const href = URL.createObjectURL(file);
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Loads styles that few views need, once. @param {string} name */
export async function loadStyles(name) {
  const id = `styles-${name}`;
  if (document.getElementById(id)) return;
  const link = h('link', { rel: 'stylesheet', id, href: `styles/${name}.css` });
  const there = new Promise((done) => ['load', 'error'].forEach((event) => link.addEventListener(event, done)));
  document.head.append(link);
  await there;
}
