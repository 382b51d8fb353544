// The picture of a tree: shapes show who decides, the principal variation is thick, cut nodes are hatched. It can be moved,
// zoomed and walked through by keys; every node is an element with a name.

import { layout } from '../boards/tree-layout.js';
import { round, set, svg, unique } from '../boards/svg.js';
import { moveName } from '../app/names.js';
import { number, t } from '../app/words.js';
import { hasGrid, mini } from './mini.js';
import { chanceText, cutText, label, proofEnd, spanText, worthText } from './say.js';

/** @typedef {import('./data.js').Grown} Grown */
/** @typedef {import('./walk.js').Known} Known */
/** @typedef {{hides: string, shown: Set<number>, marked: Set<number>, right: Set<number>, wrong: Set<number>}} Mask what a quiz hides and knows */

/** Pixels at full size between neighbours, and between levels without and with boards. */
const WIDE = 100;
const HIGH = 118;
const WITH_BOARDS = 172;
const BOARD = 58;
/** Characters of a value that have room in a node; longer ones are drawn narrower. */
const FITS = 6;
/** The last moves of a bound that are shown. */
const STEPS = 3;
/** Trees of up to this many nodes show their positions. */
const BOARDS_UP_TO = 40;
/** Sizes below which words in nodes cannot be read, and at which a large tree begins. */
const FAR = 0.5;
const BEGIN = 0.62;
/** The largest size of a small tree. */
const LARGEST = 2.2;

const SHAPES = { first: 'M-20 -20H20V20H-20Z', chance: 'M0 -25L25 0L0 25L-25 0Z', over: 'M-16 -17H16Q22 -17 22 -11V11Q22 17 16 17H-16Q-22 17 -22 11V-11Q-22 -17 -16 -17Z' };

export class Picture {
  /** @type {Grown | null} */
  #tree = null;
  /** @type {Map<number, {x: number, y: number}>} */
  #places = new Map();
  /** @type {Map<number, {node: SVGGElement, edge: SVGElement | null, words: SVGGElement, painted: string}>} */
  #drawn = new Map();
  /** @type {Set<number>} */
  #folded = new Set();
  #boards = false;
  #bounds = { x: 0, y: 0, width: 100, height: 100 };
  #view = { x: 0, y: 0, width: 100, height: 100 };
  #selected = 0;
  #current = 0;
  #touched = false;
  /** True until the tree is painted for the first time. */
  #fresh = true;

  /**
   * @param {HTMLElement} host
   * @param {{select: (id: number) => void, open: (id: number) => void, press: (id: number) => void, hover: (id: number | null) => void}} told
   * @param {AbortSignal} signal
   */
  constructor(host, told, signal) {
    this.host = host;
    this.told = told;
    const hatch = unique('hatch');
    this.hatch = `url(#${hatch})`;
    this.edges = svg('g', { class: 'lab-edges', 'aria-hidden': 'true' });
    this.points = svg('g', { class: 'lab-nodes', role: 'tree', 'aria-label': t('lab.tree'), 'aria-description': t('lab.treekeys') });
    // The texts in and below nodes are a separate layer: the names of nodes say them already.
    this.words = svg('g', { 'aria-hidden': 'true' });
    const pattern = svg('pattern', { id: hatch, width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }, svg('path', { d: 'M0 0V6', class: 'lab-hatch' }));
    this.svg = svg('svg', { class: 'lab-picture' }, svg('defs', {}, pattern), this.edges, this.points, this.words);
    host.append(this.svg);
    this.#control();
    const observer = new ResizeObserver(() => {
      if (this.#touched) this.#look();
      else this.frame();
      this.#follow(this.#current);
    });
    observer.observe(host);
    signal.addEventListener('abort', () => observer.disconnect());
  }

  get selected() {
    return this.#selected;
  }

  /**
   * Draws the tree, without what is folded away.
   * @param {Grown} tree
   * @param {Set<number>} folded
   */
  show(tree, folded) {
    const fresh = tree !== this.#tree;
    const focused = this.points.contains(document.activeElement);
    this.#tree = tree;
    this.#folded = folded;
    /** @type {Set<number>} */
    const shown = new Set();
    const add = (/** @type {number} */ id) => {
      shown.add(id);
      if (!folded.has(id)) tree.below(id).forEach(add);
    };
    add(0);
    this.#boards = shown.size <= BOARDS_UP_TO && tree.nodes.some(({ scene }) => hasGrid(scene));
    const high = this.#boards ? WITH_BOARDS : HIGH;
    this.#places = new Map([...layout(tree.children, shown)].map(([id, { x, depth }]) => [id, { x: x * WIDE, y: depth * high }]));
    this.#drawn.clear();
    this.edges.replaceChildren();
    this.points.replaceChildren();
    this.words.replaceChildren();
    for (const id of shown) this.#draw(id, folded);
    for (const id of shown) for (const other of tree.node(id).also ?? []) this.#also(other, id);
    const places = [...this.#places.values()];
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const [left, right, low] = [Math.min(...xs) - 60, Math.max(...xs) + 60, Math.max(...ys) + (this.#boards ? 118 : 66)];
    this.#bounds = { x: left, y: -50, width: right - left, height: low + 50 };
    if (!shown.has(this.#selected)) this.#selected = 0;
    this.#tab(this.#selected);
    if (fresh) this.#fresh = true;
    if (fresh || !this.#touched) {
      this.#touched = false;
      this.frame();
    } else this.#look();
    if (focused) this.focus();
  }

  /** @param {number} id @param {Set<number>} folded */
  #draw(id, folded) {
    const tree = /** @type {Grown} */ (this.#tree);
    const view = tree.node(id);
    const { x, y } = this.#places.get(id) ?? { x: 0, y: 0 };
    const shape =
      view.turn === 'second' ? svg('circle', { r: 22, class: 'lab-shape' }) : svg('path', { d: SHAPES[view.turn === 'over' ? 'over' : view.turn], class: 'lab-shape' });
    const words = svg('g', { transform: `translate(${round(x)} ${round(y)})`, 'data-of': id });
    const below = tree.below(id).length > 0;
    const node = svg(
      'g',
      {
        role: 'treeitem',
        tabindex: -1,
        transform: `translate(${round(x)} ${round(y)})`,
        'data-node': id,
        'data-path': tree.path(id).join(' '),
        'aria-level': view.ply + 1,
        'aria-expanded': below || tree.opens(id) ? String(below && !folded.has(id)) : null,
      },
      svg('rect', { x: -WIDE / 2, y: -32, width: WIDE, height: (this.#boards ? WITH_BOARDS : HIGH) - 12, class: 'lab-hit' }),
      svg('circle', { r: 31, class: 'lab-focus' }),
      shape,
    );
    if (this.#boards && hasGrid(view.scene)) {
      const picture = mini(view.scene, tree.told.board.across, BOARD);
      node.append(svg('g', { class: 'lab-board', transform: 'translate(0 30)' }, picture));
    }
    if (below) {
      const fold = svg('path', { d: folded.has(id) ? 'M-5 -3L0 3L5 -3' : 'M-5 3L0 -3L5 3', class: 'lab-fold-sign' });
      const knob = svg('g', { class: 'lab-fold', 'data-fold': id, transform: 'translate(-30 -16)' }, svg('circle', { r: 10 }), fold);
      node.append(knob);
    }
    this.points.append(node);
    this.words.append(words);
    this.#drawn.set(id, { node, edge: this.#edge(id), words, painted: '' });
  }

  /** @param {number} id */
  #edge(id) {
    const tree = /** @type {Grown} */ (this.#tree);
    const { parent, text, ways, probability } = tree.node(id);
    const [from, to] = [this.#places.get(parent ?? -1), this.#places.get(id)];
    if (!from || !to) return null;
    const top = from.y + (this.#boards ? 34 + BOARD : 24);
    const line = svg('path', { d: `M${round(from.x)} ${from.y}V${top}L${round(to.x)} ${to.y - 22}`, class: 'lab-line' });
    const edge = svg('g', { class: 'lab-edge' }, line);
    const share = probability === undefined ? '' : chanceText(probability);
    const name = [moveName(text ?? ''), share, ways > 1 ? `×${number(ways)}` : ''].filter(Boolean).join(' ');
    const [x, y] = [from.x + (to.x - from.x) * 0.8, top + (to.y - 22 - top) * 0.62];
    const short = [...name].length > 13 ? `${[...name].slice(0, 12).join('')}…` : name;
    edge.append(svg('text', { x: round(x), y: round(y), class: 'lab-move' }, short));
    this.edges.append(edge);
    return edge;
  }

  /** Another path to a position that is drawn once. @param {number} from @param {number} to */
  #also(from, to) {
    const [a, b] = [this.#places.get(from), this.#places.get(to)];
    if (a && b) this.edges.prepend(svg('path', { d: `M${round(a.x)} ${a.y + 22}L${round(b.x)} ${b.y - 22}`, class: 'lab-also' }));
  }

  /**
   * Shows what is known by now.
   * @param {Known} known
   * @param {Mask} mask
   */
  paint(known, mask) {
    const tree = /** @type {Grown} */ (this.#tree);
    for (const [id, drawn] of this.#drawn) {
      const look = this.#looks(tree, known, mask, id);
      const painted = JSON.stringify(look);
      if (painted === drawn.painted) continue;
      drawn.painted = painted;
      drawn.node.setAttribute('class', `lab-node ${look.classes}`);
      drawn.node.setAttribute('aria-label', look.label);
      drawn.edge?.setAttribute('class', `lab-edge ${look.classes}`);
      drawn.words.setAttribute('class', `lab-words ${look.classes}`);
      const shape = drawn.node.querySelector('.lab-shape');
      if (shape) set(shape, { style: null, fill: look.hatched ? this.hatch : null });
      drawn.words.replaceChildren(...look.texts.map(([text, y, kind]) => svg('text', { y, x: kind === 'order' ? 30 : kind.endsWith('beside') ? 28 : 0, class: `lab-${kind}`, ...(kind === 'value long' && [...text].length > FITS ? { textLength: 36, lengthAdjust: 'spacingAndGlyphs' } : {}) }, text)));
    }
    // Follows the current node, but only when it changes: a user who scrolled elsewhere stays there.
    if (known.current >= 0 && known.current !== this.#current && !this.#fresh) this.#follow(known.current);
    this.#current = known.current;
    this.#fresh = false;
  }

  /**
   * How a node looks.
   * @param {Grown} tree
   * @param {Known} known
   * @param {Mask} mask
   * @param {number} id
   */
  #looks(tree, known, mask, id) {
    const node = tree.node(id);
    const seen = known.seen[id];
    const open = mask.shown.has(id);
    const passed = tree.passed(id) && mask.hides !== 'cuts';
    const inner = tree.visited(id).length > 0 || tree.below(id).length > 0;
    const hidesValue = !open && inner && (mask.hides === 'values' || mask.hides === 'cuts');
    // A window reveals values as well.
    const hidesWindow = !open && mask.hides !== '' && !(mask.hides === 'windows' && id === 0);
    const value = seen ? worthText(known.value[id] ?? null, known.bound[id] ?? 'exact') : '';
    const cut = seen && known.done[id] === true && (node.end === 'cut' || node.end === 'chance') && !passed;
    /** @type {[string, number, string][]} */
    const texts = [];
    if (hidesValue && seen && value) texts.push(['?', 0, 'value']);
    else if (value) texts.push([value, 0, [...value].length > 4 ? 'value long' : 'value']);
    if (seen && node.order !== undefined && mask.hides !== 'cuts') texts.push([number(node.order), -20, 'order']);
    let y = this.#boards && hasGrid(node.scene) ? 30 + BOARD + 14 : 38;
    // Below a node with children are its edges: its window is beside it.
    const place = inner ? ' beside' : '';
    let line = inner ? -3 : y;
    if (seen && known.window[id]) {
      if (!hidesWindow) texts.push([spanText(node.window), line, `window${place}`]);
      else if (mask.hides === 'windows' && inner) texts.push(['[?, ?]', line, `window${place}`]);
      line += 15;
      if (!inner) y = line;
    }
    const steps = known.moved[id] ?? [];
    if (cut && !mask.hides) texts.push([`✂ ${cutText(tree, id)}`, line, `cut${place}`]);
    else if (seen && steps.length && !mask.hides) texts.push([`${node.turn === 'first' ? 'α' : 'β'} → ${steps.slice(-STEPS).join(' → ')}`, line, `window${place}`]);
    if (tree.told.proof && proofEnd(tree, id)) texts.push([proofEnd(tree, id), y, 'note']);
    else if (seen && node.tally) texts.push([t('lab.visits', { count: node.tally[0] }), y, 'note']);
    const hidden = node.hidden + (this.#folded.has(id) ? tree.under(id).length : 0);
    if (hidden) texts.push([`⋮ ${number(hidden)}${node.hidden_more ? '+' : ''}`, y + 17, 'hidden']);
    else if (seen && tree.opens(id)) texts.push(['⋮', texts.some(([, , kind]) => kind === 'note') ? y + 17 : y + 2, 'hidden']);
    const classes = [
      node.turn,
      !seen && 'later',
      passed && seen && 'passed',
      cut && !mask.hides && 'was-cut',
      id === known.current && !mask.hides && 'current',
      seen && node.principal && known.happening?.kind !== 'enter' && (known.happening?.kind === 'done' || !tree.walks) && !mask.hides && 'principal',
      seen && node.winner && !hidesValue && `winner-${node.winner}`,
      mask.marked.has(id) && 'marked',
      mask.right.has(id) && 'right',
      mask.wrong.has(id) && 'wrong',
    ].filter(Boolean);
    return { classes: classes.join(' '), label: label(tree, known, id, open ? '' : mask.hides === 'cuts' ? 'order' : mask.hides), texts, hatched: passed && seen };
  }

  /** Selects a node: the details are its. @param {number} id @param {boolean} [focus] */
  select(id, focus = false) {
    if (!this.#drawn.has(id)) return;
    this.#tab(id);
    this.told.select(id);
    if (focus) {
      this.focus();
      this.#follow(id);
    }
  }

  /** @param {number} id */
  #tab(id) {
    const old = this.#drawn.get(this.#selected)?.node;
    if (old) set(old, { tabindex: -1, 'aria-selected': null });
    this.#selected = id;
    const node = this.#drawn.get(id)?.node;
    if (node) set(node, { tabindex: 0, 'aria-selected': 'true' });
  }

  focus() {
    this.#drawn.get(this.#selected)?.node.focus({ preventScroll: true });
  }

  /** Shows everything, or what is around the root if that would be too small to read. */
  frame() {
    const { clientWidth: wide, clientHeight: high } = this.svg;
    if (!wide || !high) return;
    const { x, y, width, height } = this.#bounds;
    const fits = Math.min(wide / width, high / height, LARGEST);
    if (fits >= FAR) {
      this.#view = { x: x + width / 2 - wide / fits / 2, y: y - (high / fits - height) * 0.3, width: wide / fits, height: high / fits };
    } else {
      const [w, h] = [wide / BEGIN, high / BEGIN];
      this.#view = { x: Math.max(x, Math.min(x + width - w, -w / 2)), y, width: w, height: h };
    }
    this.#touched = false;
    this.#look();
  }

  /** All of it, however small. */
  whole() {
    const { x, y, width, height } = this.#bounds;
    const scale = Math.min(this.svg.clientWidth / width, this.svg.clientHeight / height) || 1;
    const [w, h] = [this.svg.clientWidth / scale, this.svg.clientHeight / scale];
    this.#view = { x: x + width / 2 - w / 2, y: y + height / 2 - h / 2, width: w, height: h };
    this.#touched = true;
    this.#look();
  }

  #look() {
    const { clientWidth: wide, clientHeight: high } = this.svg;
    if (!wide || !high) return;
    const scale = wide / this.#view.width;
    this.#view.height = high / scale;
    this.svg.classList.toggle('far', scale < FAR);
    const { x, y, width, height } = this.#view;
    this.svg.setAttribute('viewBox', [x, y, width, height].map(round).join(' '));
  }

  /** Moves a node into the window if it is not there. @param {number} id */
  #follow(id) {
    const place = this.#places.get(id);
    if (!place || !this.svg.clientWidth) return;
    const { x, y, width, height } = this.#view;
    const inside = place.x > x + 56 && place.x < x + width - 56 && place.y > y + 30 && place.y < y + height - 60;
    if (inside) return;
    this.#view = { ...this.#view, x: place.x - width / 2, y: Math.max(this.#bounds.y, place.y - height * 0.4) };
    this.#touched = true;
    this.#look();
  }

  /** Makes it larger or smaller around a point of the tree, the middle if there is none. @param {number} by @param {{x: number, y: number}} [at] */
  zoom(by, at) {
    const view = this.#view;
    const around = at ?? { x: view.x + view.width / 2, y: view.y + view.height / 2 };
    const width = Math.max(160, Math.min(Math.max(this.#bounds.width, 400) * 2, view.width * by));
    const share = width / view.width;
    this.#view = { x: around.x - (around.x - view.x) * share, y: around.y - (around.y - view.y) * share, width, height: view.height * share };
    this.#touched = true;
    this.#look();
  }

  #control() {
    const { svg: picture } = this;
    /** @type {Map<number, {x: number, y: number}>} */
    const fingers = new Map();
    let way = 0;
    const nodeOf = (/** @type {Event} */ event) => {
      const node = event.target instanceof Element ? event.target.closest('[data-node], [data-of]') : null;
      return node ? Number(node.getAttribute('data-node') ?? node.getAttribute('data-of')) : null;
    };
    const inTree = (/** @type {MouseEvent} */ event) => {
      const matrix = picture.getScreenCTM();
      return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
    };
    picture.addEventListener('pointerdown', (event) => {
      if (event.isPrimary) fingers.clear();
      if (event.isPrimary) way = 0;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    picture.addEventListener('pointermove', (event) => {
      const finger = fingers.get(event.pointerId);
      if (!finger) return this.told.hover(nodeOf(event));
      const spread = () => {
        const [a, b] = [...fingers.values()];
        return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
      };
      const before = spread();
      const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      way += Math.hypot(dx, dy);
      if (way < 6) return;
      picture.setPointerCapture(event.pointerId);
      if (fingers.size > 1 && before > 0) return this.zoom(before / spread(), inTree(event));
      const scale = picture.clientWidth / this.#view.width || 1;
      this.#view = { ...this.#view, x: this.#view.x - dx / scale, y: this.#view.y - dy / scale };
      this.#touched = true;
      this.#look();
    });
    const lift = (/** @type {PointerEvent} */ event) => fingers.delete(event.pointerId);
    picture.addEventListener('pointerup', lift);
    picture.addEventListener('pointercancel', lift);
    picture.addEventListener('pointerleave', () => this.told.hover(null));
    picture.addEventListener('wheel', (event) => {
      event.preventDefault();
      this.zoom(Math.exp(event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), inTree(event));
    }, { passive: false });
    picture.addEventListener('click', (event) => {
      const id = nodeOf(event);
      if (way >= 6 || id === null) return;
      const fold = event.target instanceof Element && event.target.closest('[data-fold], .lab-hidden');
      this.select(id, true);
      if (fold) this.told.open(id);
      else this.told.press(id);
    });
    this.points.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const tree = /** @type {Grown} */ (this.#tree);
    const here = this.#selected;
    const { parent } = tree.node(here);
    if (event.key === 'Enter') {
      event.preventDefault();
      return this.told.open(here);
    }
    const beside = (/** @type {number} */ by) => {
      const row = parent === null ? [0] : tree.below(parent);
      return row[row.indexOf(here) + by];
    };
    const ways = { ArrowUp: () => parent, ArrowDown: () => tree.below(here)[0], ArrowLeft: () => beside(-1), ArrowRight: () => beside(1) };
    const way = Object.entries(ways).find(([name]) => name === event.key)?.[1];
    if (!way) return;
    event.preventDefault();
    const next = way();
    if (next !== null && next !== undefined) this.select(next, true);
  }
}
