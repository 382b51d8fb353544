// The moves of a game with its side lines, as a tree. As text each side line is in parentheses behind the move that its first one
// replaces: `d d (c e) c`.

/** @typedef {import('../../protocol').StepView} StepView */
/** @typedef {import('../../protocol').Side} Side */

/** The moves and brackets of a list. @param {string} list @returns {string[]} */
const wordsOf = (list) => list.match(/[()]|[^\s()]+/g) ?? [];

/** The moves of a list without its side lines. @param {string} list */
export function mainMoves(list) {
  let open = 0;
  return wordsOf(list).filter((word) => {
    if (word === '(') open += 1;
    else if (word === ')') open -= 1;
    else return open === 0;
    return false;
  });
}

/** A position of the tree, and the move that leads there. */
export class LineNode {
  /** The first one is the main continuation. @type {LineNode[]} */
  children = [];
  /** The picture, once it is known. @type {StepView | null} */
  step = null;
  /** The player who made the move; null for chance, and while it is not known. @type {Side | null} */
  by = null;
  /** Moves before it. */
  ply = 0;

  /** @param {string} text @param {LineNode | null} parent @param {boolean} played  true on the line of the game itself */
  constructor(text, parent, played) {
    this.text = text;
    this.parent = parent;
    this.played = played;
    if (parent) this.ply = parent.ply + 1;
  }

  /** The positions from the beginning to this one, the beginning left out. @returns {LineNode[]} */
  get path() {
    return this.parent ? [...this.parent.path, this] : [];
  }

  /** The positions after this one, always by the first move. @returns {LineNode[]} */
  get rest() {
    const rest = [];
    for (let node = this.children[0]; node; node = node.children[0]) rest.push(node);
    return rest;
  }

  /** The last position of the game itself on the way here. @returns {LineNode} */
  get trunk() {
    return this.played || !this.parent ? this : this.parent.trunk;
  }

  /** The first position of the side line that this one is in. @returns {LineNode} */
  get branch() {
    const { parent } = this;
    return !parent || parent.played || parent.children[0] !== this ? this : parent.branch;
  }
}

export class LineTree {
  root = new LineNode('', null, true);

  /** Adds the moves of a text; those outside all parentheses are the game itself if `played`. @param {string} text @param {boolean} played */
  read(text, played) {
    let here = this.root;
    /** @type {LineNode[]} */
    const left = [];
    for (const word of wordsOf(text)) {
      if (word === '(') {
        left.push(here);
        here = here.parent ?? here;
      } else if (word === ')') here = left.pop() ?? here;
      else here = this.add(here, word, played && left.length === 0);
    }
    return this;
  }

  /** The position after a move, which may be there already. @param {LineNode} node @param {string} text @param {boolean} played */
  add(node, text, played) {
    const known = node.children.find((child) => child.text === text);
    if (known) return known;
    // There is no text for a side line before the first move of the game.
    const first = !node.parent && !node.children.length;
    const child = new LineNode(text, node, node.played && (played || first) && !gameMove(node));
    if (child.played) node.children.unshift(child);
    else node.children.push(child);
    return child;
  }

  /** The positions of the game itself after the beginning. */
  get game() {
    const game = [];
    for (let node = gameMove(this.root); node; node = gameMove(node)) game.push(node);
    return game;
  }

  /** True if there are side lines. */
  get branches() {
    return this.nodes.some((node) => !node.played);
  }

  /** All positions, in an order that reading and writing keeps. @returns {LineNode[]} */
  get nodes() {
    /** @type {LineNode[]} */
    const nodes = [];
    const open = [this.root];
    for (let node = open.pop(); node; node = open.pop()) {
      nodes.push(node);
      open.push(...node.children.toReversed());
    }
    return nodes;
  }

  /** Takes away a side line, or the game itself from a move on, and returns the position before it. @param {LineNode} node */
  remove(node) {
    const from = node.played ? node : node.branch;
    const before = from.parent ?? from;
    before.children = before.children.filter((child) => child !== from);
    return before;
  }

  /** Makes a side line the continuation of the line that it leaves. @param {LineNode} node a position of a side line */
  promote(node) {
    const { branch } = node;
    const before = /** @type {LineNode} */ (branch.parent);
    const instead = before.played;
    for (const child of before.children) for (const one of [child, ...child.rest]) one.played = instead && child === branch;
    before.children = [branch, ...before.children.filter((child) => child !== branch)];
  }

  /** The tree as text. */
  write() {
    return words(this.root).join(' ');
  }
}

/** The position after the next move of the game itself. @param {LineNode} node */
const gameMove = ({ children }) => (children[0]?.played ? children[0] : null);

/** The line from a position on, with all that leave it. @param {LineNode} from @returns {string[]} */
function words(from) {
  /** @type {string[]} */
  const found = [];
  const side = (/** @type {LineNode} */ node, /** @type {string[]} */ ...before) => `(${[...before, node.text, ...words(node)].join(' ')})`;
  let node = from;
  for (;;) {
    const main = node.played ? gameMove(node) : node.children[0];
    if (!main) break;
    found.push(main.text, ...node.children.filter((child) => child !== main).map((child) => side(child)));
    node = main;
  }
  // Behind the end of the game: the last move is written again.
  if (node.played && node.parent) found.push(...node.children.map((child) => side(child, node.text)));
  return found;
}
