// The text of a written tree, and changes of it node by node. Pure: what is not changed stays as it was written.

/**
 * A node in the text.
 * @typedef {object} Part
 * @property {string} name      the move that leads there: its label, or by its place
 * @property {'leaf' | 'decision' | 'chance'} kind
 * @property {number} begin     where its branch begins, with its probability and label
 * @property {number} at        where the node itself begins
 * @property {number} end       where it ends
 * @property {number} last      where its last child ends, or its bracket opens
 * @property {Part[]} children
 */

/** Tokens with their places; comments are none. @param {string} text @returns {{text: string, at: number}[]} */
function tokens(text) {
  /** @type {{text: string, at: number}[]} */
  const found = [];
  for (const match of text.matchAll(/#[^\n]*|[(){}:~]|[^\s,(){}:~#]+/g)) if (!match[0].startsWith('#')) found.push({ text: match[0], at: match.index });
  return found;
}

/** The name of a move without a label, by its place: `a` to `z`, `aa`, … at decisions, numbers at chance nodes. @param {number} place @param {boolean} chance @returns {string} */
export function placeName(place, chance) {
  if (chance) return String(place + 1);
  return (place >= 26 ? placeName(Math.floor(place / 26) - 1, false) : '') + String.fromCharCode(97 + (place % 26));
}

/** The nodes of a text that the server has read. @param {string} text @returns {Part | null} */
export function read(text) {
  const all = tokens(text);
  let next = 0;
  const end = () => (all[next - 1]?.at ?? 0) + (all[next - 1]?.text.length ?? 0);
  /** @param {number} begin @param {string} name @returns {Part} */
  const node = (begin, name) => {
    const at = all[next]?.at ?? text.length;
    if (['+', '-'].includes(all[next]?.text ?? '') && all[next + 1]?.text === '(') next += 1;
    const open = all[next]?.text ?? '';
    next += 1;
    if (open !== '(' && open !== '{') return { name, kind: 'leaf', begin, at, end: end(), last: at, children: [] };
    const chance = open === '{';
    /** @type {Part} */
    const part = { name, kind: chance ? 'chance' : 'decision', begin, at, end: 0, last: end(), children: [] };
    while (next < all.length && all[next]?.text !== (chance ? '}' : ')')) {
      const from = all[next]?.at ?? 0;
      if (chance) next += 1;
      let label = placeName(part.children.length, chance);
      if (all[next + 1]?.text === ':') {
        label = all[next]?.text ?? '';
        next += 2;
      }
      part.children.push(node(from, label));
      part.last = end();
    }
    next += 1;
    if (all[next]?.text === '~') next += 2;
    part.end = end();
    return part;
  };
  return all.length ? node(0, '') : null;
}

/** The node that these moves lead to. @param {string} text @param {string[]} path */
export function find(text, path) {
  let part = read(text);
  for (const move of path) part = part?.children.find(({ name }) => name === move) ?? null;
  return part;
}

/** A leaf gets another value. @param {string} text @param {string[]} path @param {string} value */
export function revalue(text, path, value) {
  const part = find(text, path);
  return part?.kind === 'leaf' ? text.slice(0, part.at) + value + text.slice(part.end) : text;
}

/** A node gets one more child, worth 0. A leaf becomes a decision, whose first child has its value. @param {string} text @param {string[]} path */
export function grow(text, path) {
  const part = find(text, path);
  if (!part || part.kind === 'chance') return text;
  if (part.kind === 'leaf') return `${text.slice(0, part.at)}(a:${text.slice(part.at, part.end)} b:0)${text.slice(part.end)}`;
  const taken = part.children.map(({ name }) => name);
  let place = part.children.length;
  while (taken.includes(placeName(place, false))) place += 1;
  return `${text.slice(0, part.last)} ${placeName(place, false)}:0${text.slice(part.last)}`;
}

/** A node goes, with all below it; null if it cannot: the root, an only child, an outcome of chance. @param {string} text @param {string[]} path */
export function without(text, path) {
  const parent = path.length ? find(text, path.slice(0, -1)) : null;
  const part = find(text, path);
  if (!part || parent?.kind !== 'decision' || parent.children.length < 2) return null;
  const place = parent.children.findIndex(({ name }) => name === part.name);
  const next = parent.children[place + 1];
  return next ? text.slice(0, part.begin) + text.slice(next.begin) : text.slice(0, parent.children[place - 1]?.end) + text.slice(part.end);
}
