// The picture of a tree: shapes show who decides, the principal variation is thick, cut nodes are hatched. It can be moved,
// zoomed and walked through by keys; every node is an element with a name.

import { layout } from '../boards/tree-layout.js';
import { Viewport, gestures } from '../boards/gestures.js';
import { round, set, svg, unique } from '../boards/svg.js';
import { t } from '../app/words.js';
import { drawEdge, drawNode } from './drawing.js';
import { ABOVE, FAR, SIDE, WIDE, below, distance } from './room.js';
import { looks } from './looks.js';
import { hasGrid } from './mini.js';

/** @typedef {import('./data.js').Grown} Grown */
/** @typedef {import('./walk.js').Known} Known */
/** @typedef {import('./looks.js').Mask} Mask */

/** Characters of a value that have room in a node; longer ones are drawn narrower. */
const FITS = 6;
/** Trees of up to this many nodes show their positions. */
const BOARDS_UP_TO = 40;
/** The size at which a large tree begins. */
const BEGIN = 0.62;
/** The change of the distance of levels that is worth a new picture. */
const STEADY = 6;
/** The largest size of a small tree. */
const LARGEST = 2.2;

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
  #selected = 0;
  #current = 0;
  #touched = false;
  /** True until the tree is painted for the first time. */
  #fresh = true;
  /** The tree on a grid. @type {Map<number, {x: number, depth: number}>} */
  #flat = new Map();
  /** From one level of the tree to the next. */
  #high = 0;
  /** The tree that is painted, and its mask. @type {[Known, Mask] | null} */
  #painted = null;

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
    this.viewport = new Viewport(this.svg);
    host.append(this.svg);
    this.#control();
    const observer = new ResizeObserver(() => {
      if (this.#touched) this.#look(this.viewport.view);
      else if (this.#tree && this.#painted && Math.abs(distance(this.#flat, this.#boards, this.host) - this.#high) > STEADY) {
        this.show(this.#tree, this.#folded);
        this.paint(...this.#painted);
      }
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
    this.#flat = layout(tree.children, shown);
    this.#high = distance(this.#flat, this.#boards, this.host);
    this.#places = new Map([...this.#flat].map(([id, { x, depth }]) => [id, { x: x * WIDE, y: depth * this.#high }]));
    this.#drawn.clear();
    this.edges.replaceChildren();
    this.points.replaceChildren();
    this.words.replaceChildren();
    for (const id of shown) this.#draw(id, folded);
    for (const id of shown) for (const other of tree.node(id).also ?? []) this.#also(other, id);
    const places = [...this.#places.values()];
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const [left, right, low] = [Math.min(...xs) - SIDE, Math.max(...xs) + SIDE, Math.max(...ys) + below(this.#boards)];
    this.viewport.bounds = { x: left, y: -ABOVE, width: right - left, height: low + ABOVE };
    if (!shown.has(this.#selected)) this.#selected = 0;
    this.#tab(this.#selected);
    if (fresh) this.#fresh = true;
    if (fresh || !this.#touched) {
      this.#touched = false;
      this.frame();
    } else this.#look(this.viewport.view);
    if (focused) this.focus();
  }

  /** @param {number} id @param {Set<number>} folded */
  #draw(id, folded) {
    const tree = /** @type {Grown} */ (this.#tree);
    const place = this.#places.get(id) ?? { x: 0, y: 0 };
    const node = drawNode(tree, id, place, { boards: this.#boards, folded: folded.has(id) });
    const words = svg('g', { transform: `translate(${round(place.x)} ${round(place.y)})`, 'data-of': id });
    const from = this.#places.get(tree.node(id).parent ?? -1);
    const edge = from ? drawEdge(tree, id, from, place, this.#boards) : null;
    if (edge) this.edges.append(edge);
    this.points.append(node);
    this.words.append(words);
    this.#drawn.set(id, { node, edge, words, painted: '' });
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
    this.#painted = [known, mask];
    const tree = /** @type {Grown} */ (this.#tree);
    for (const [id, drawn] of this.#drawn) {
      const look = looks(tree, known, mask, id, { board: this.#boards && hasGrid(tree.node(id).scene), folded: this.#folded.has(id) });
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
    const { x, y, width, height } = this.viewport.bounds;
    const fits = Math.min(wide / width, high / height, LARGEST);
    this.#touched = false;
    if (fits >= FAR) {
      this.#look({ x: x + width / 2 - wide / fits / 2, y: y - (high / fits - height) * 0.3, width: wide / fits, height: 0 });
    } else {
      const w = wide / BEGIN;
      this.#look({ x: Math.max(x, Math.min(x + width - w, -w / 2)), y, width: w, height: 0 });
    }
  }

  /** All of it, however small. */
  whole() {
    const { x, y, width, height } = this.viewport.bounds;
    const scale = Math.min(this.svg.clientWidth / width, this.svg.clientHeight / height) || 1;
    const [w, h] = [this.svg.clientWidth / scale, this.svg.clientHeight / scale];
    this.#touched = true;
    this.#look({ x: x + width / 2 - w / 2, y: y + height / 2 - h / 2, width: w, height: h });
  }

  /** @param {import('../boards/gestures.js').Box} view  as high as the element then makes it */
  #look(view) {
    const { clientWidth: wide, clientHeight: high } = this.svg;
    if (!wide || !high) return;
    const scale = wide / view.width;
    this.svg.classList.toggle('far', scale < FAR);
    this.viewport.show({ ...view, height: high / scale });
  }

  /** Moves a node into the window if it is not there. @param {number} id */
  #follow(id) {
    const place = this.#places.get(id);
    if (!place || !this.svg.clientWidth) return;
    const { x, y, width, height } = this.viewport.view;
    const inside = place.x > x + 56 && place.x < x + width - 56 && place.y > y + 30 && place.y < y + height - 60;
    if (inside) return;
    this.#touched = true;
    this.#look({ x: place.x - width / 2, y: Math.max(this.viewport.bounds.y, place.y - height * 0.4), width, height });
  }

  /** Makes it larger or smaller around the pointer, or around the middle. @param {number} by above 1 to make it larger @param {MouseEvent} [event] */
  zoom(by, event) {
    this.viewport.zoom(by, [160, Math.max(this.viewport.bounds.width, 400) * 2], event);
    this.#touched = true;
    this.#look(this.viewport.view);
  }

  #control() {
    const { svg: picture } = this;
    const nodeOf = (/** @type {Event} */ event) => {
      const node = event.target instanceof Element ? event.target.closest('[data-node], [data-of]') : null;
      return node ? Number(node.getAttribute('data-node') ?? node.getAttribute('data-of')) : null;
    };
    gestures(picture, {
      drag: (dx, dy) => {
        this.viewport.pan(dx, dy);
        this.#touched = true;
      },
      zoom: (by, event) => this.zoom(by, event),
      hover: (event) => this.told.hover(nodeOf(event)),
      click: (event) => {
        const id = nodeOf(event);
        if (id === null) return;
        const fold = event.target instanceof Element && event.target.closest('[data-fold], .lab-hidden');
        this.select(id, true);
        if (fold) this.told.open(id);
        else this.told.press(id);
      },
    });
    picture.addEventListener('pointerleave', () => this.told.hover(null));
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
