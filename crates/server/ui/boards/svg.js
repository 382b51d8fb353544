// Elements, made shortly.

/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes */

const NAMESPACE = 'http://www.w3.org/2000/svg';

/**
 * Sets attributes; null, undefined and false take them away.
 * @template {Element} T
 * @param {T} node
 * @param {Attributes} attributes
 * @returns {T}
 */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  return node;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = set(document.createElementNS(NAMESPACE, tag), attributes);
  node.append(...children);
  return node;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, attributes = {}, ...children) {
  const node = set(document.createElement(tag), attributes);
  node.append(...children);
  return node;
}

let serial = 0;

/**
 * A name that no other element of the page has.
 * @param {string} stem
 */
export function unique(stem) {
  serial += 1;
  return `${stem}-${serial}`;
}

/** @param {import('./types.js').At} at */
export const key = (at) => at.join(',');

/** @param {number} value */
export const round = (value) => Math.round(value * 100) / 100;
