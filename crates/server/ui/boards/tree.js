// A written tree: the shape of a node shows who decides there (first up, second down, chance round, leaves square). The
// path played is thick, and the branches to choose among are below the current node.

import { badge } from './judge.js';
import { Viewport, gestures } from './gestures.js';
import { childrenOf, edgeName, layout, selection } from './tree-layout.js';
import { round, set, svg } from './svg.js';
import { word } from './say.js';

/** @typedef {import('./types.js').Context} Context */
/** @typedef {import('./types.js').StepView} StepView */
/** @typedef {import('./types.js').Now} Now */
/** @typedef {import('../protocol').NodeView} NodeView */

const WIDE = 104;
const HIGH = 128;
/** Pixels between neighbours below which only the part around the current node is shown. */
const READABLE = 36;

const SHAPES = { first: 'M0 -30L31 24H-31Z', second: 'M0 30L31 -24H-31Z' };

export class Tree {
  tracks = false;
  /** @type {StepView | null} */
  #step = null;
  /** @type {Now} */
  #now = { interactive: false, animate: false };
  /** @type {Map<number, {x: number, depth: number}>} */
  #places = new Map();
  /** @type {Map<string, {id: number, node: SVGGElement}>} */
  #branches = new Map();
  #size = { width: 600, height: 400 };

  /**
   * @param {Context} context
   * @param {NodeView[]} nodes
   */
  constructor(context, nodes) {
    this.context = context;
    this.nodes = nodes;
    this.children = childrenOf(nodes);
    this.edges = svg('g', { class: 'edges', 'aria-hidden': 'true' });
    this.points = svg('g', {
      class: 'points',
      role: 'group',
      'aria-label': context.t('board.tree'),
      'aria-description': context.t('board.keys.tree'),
    });
    this.badges = svg('g', { class: 'judge', 'aria-hidden': 'true' });
    this.svg = svg('svg', { role: 'presentation', class: 'tree' }, this.edges, this.points, this.badges);
    this.viewport = new Viewport(this.svg);
    if (context.still) this.svg.setAttribute('aria-hidden', 'true');
    else this.#control();
    context.stage.append(this.svg);
  }

  ratio() {
    return Math.min(0.9, Math.max(0.45, this.viewport.bounds.height / this.viewport.bounds.width));
  }

  /** @param {number} width @param {number} height */
  fit(width, height) {
    const before = this.#widest();
    this.#size = { width: Math.max(1, width), height: Math.max(1, height) };
    if (this.#step && this.#widest() !== before) this.show(this.#step, { ...this.#now, animate: false }, null);
    else this.#frame();
  }

  /** The number of nodes that can be distinguished side by side. */
  #widest() {
    return Math.max(6, Math.floor(this.#size.width / (1.4 * READABLE)));
  }

  /**
   * @param {StepView} step
   * @param {Now} now
   * @param {StepView | null} before
   */
  show(step, now, before) {
    this.#step = step;
    this.#now = now;
    const here = step.scene.node ?? 0;
    const shown = selection(this.nodes, this.children, here, this.#widest());
    this.#places = layout(this.children, shown);
    this.edges.replaceChildren();
    this.points.replaceChildren();
    this.#branches.clear();
    /** @type {Set<number>} */
    const path = new Set();
    for (
      let id = /** @type {number | null | undefined} */ (here);
      id !== null && id !== undefined;
      id = this.nodes[id]?.parent
    )
      path.add(id);
    const open = now.interactive && !now.ghost;
    /** @type {Map<number, string>} */
    const moves = new Map();
    if (open)
      for (const { text, motion } of step.moves) if (motion && 'branch' in motion) moves.set(motion.branch, text);
    for (const id of shown) this.#edge(id, path.has(id), id === here && now.animate && before !== null);
    for (const id of shown) this.#point(id, here, path.has(id), moves.get(id), shown);
    const xs = [...this.#places.values()];
    const left = Math.min(...xs.map(({ x }) => x)) * WIDE - 62;
    const right = Math.max(...xs.map(({ x }) => x)) * WIDE + 62;
    const low = Math.max(...xs.map(({ depth }) => depth)) * HIGH + 62;
    this.viewport.bounds = { x: left, y: -56, width: right - left, height: low + 56 };
    this.#frame();
  }

  /** Shows the whole tree, or the part around the current node if the whole is too small to read. */
  #frame() {
    const { x, y, width, height } = this.viewport.bounds;
    const scale = Math.min(this.#size.width / width, this.#size.height / height);
    if (this.context.still || scale * WIDE >= READABLE) {
      this.viewport.show(this.viewport.bounds);
    } else {
      const at = this.#places.get(this.#step?.scene.node ?? 0) ?? { x: 0, depth: 0 };
      const w = (this.#size.width / READABLE) * WIDE;
      const h = w * (this.#size.height / this.#size.width);
      const clamp = (/** @type {number} */ value, /** @type {number} */ from, /** @type {number} */ to) =>
        to < from ? (from + to) / 2 : Math.min(to, Math.max(from, value));
      this.viewport.show({
        x: clamp(at.x * WIDE - w / 2, x, x + width - w),
        y: clamp(at.depth * HIGH - h * 0.3, y, y + height - h),
        width: w,
        height: h,
      });
    }
  }

  /** @param {number} id */
  #at(id) {
    const place = this.#places.get(id) ?? { x: 0, depth: 0 };
    return { x: place.x * WIDE, y: place.depth * HIGH };
  }

  /**
   * @param {number} id
   * @param {boolean} walked
   * @param {boolean} fresh
   */
  #edge(id, walked, fresh) {
    const node = this.nodes[id];
    if (!node || node.parent === null) return;
    const [from, to] = [this.#at(node.parent), this.#at(id)];
    const path = svg('path', {
      d: `M${round(from.x)} ${from.y}L${round(to.x)} ${to.y}`,
      class: walked ? 'edge walked' : 'edge',
      pathLength: 100,
    });
    this.edges.append(path);
    if (fresh)
      this.context.motion.play(path, [{ strokeDasharray: '0 200' }, { strokeDasharray: '100 200' }], { duration: 320 });
    if (this.context.still) return;
    const name = edgeName(node, from, to, walked);
    if (name) this.edges.append(name);
  }

  /**
   * @param {number} id
   * @param {number} here
   * @param {boolean} walked
   * @param {string | undefined} move
   * @param {Set<number>} shown
   */
  #point(id, here, walked, move, shown) {
    const view = this.nodes[id];
    if (!view) return;
    const { t } = this.context;
    const { x, y } = this.#at(id);
    const hidden = view.hidden + (this.children[id] ?? []).filter((child) => !shown.has(child)).length;
    const node = svg('g', { class: `node ${view.kind}`, transform: `translate(${round(x)} ${y})` });
    node.classList.toggle('here', id === here);
    node.classList.toggle('walked', walked);
    if (id === here) node.append(svg('circle', { r: 43, class: 'stand' }));
    if (view.kind === 'leaf')
      node.append(svg('rect', { x: -30, y: -25, width: 60, height: 50, rx: 8, class: 'shape' }));
    else if (view.kind === 'chance') node.append(svg('circle', { r: 27, class: 'shape' }));
    else node.append(svg('path', { d: SHAPES[view.kind], class: 'shape', 'stroke-linejoin': 'round' }));
    if (view.value !== '') {
      const middle = view.kind === 'first' ? 9 : view.kind === 'second' ? -7 : 1;
      node.append(svg('text', { y: middle, class: [...view.value].length > 3 ? 'value long' : 'value' }, view.value));
    }
    if (hidden > 0 && !this.context.still) {
      node.append(
        svg('path', { d: 'M-14 34L0 54L14 34', class: 'more' }),
        svg('text', { y: 64, class: 'hidden' }, `+${hidden}`),
      );
    }
    const kind = word(t, `board.node.${view.kind}`, view.kind);
    const name = view.label === '' ? t('board.root') : view.label;
    const label = t(view.value === '' ? 'board.node' : 'board.node.value', {
      name: `${name}`,
      kind,
      value: view.value,
    });
    if (move !== undefined) {
      set(node, { role: 'button', tabindex: this.#branches.size === 0 ? 0 : -1, 'data-move': move });
      node.prepend(svg('rect', { x: -45, y: -84, width: 90, height: 128, class: 'hit' }));
      node.append(svg('circle', { r: 40, class: 'focus' }));
      node.classList.add('open');
      this.#branches.set(move, { id, node });
    } else node.setAttribute('role', 'img');
    node.setAttribute('aria-label', label);
    if (id === here && this.#step?.last) node.setAttribute('data-last', '');
    this.points.append(node);
  }

  #control() {
    gestures(this.svg, {
      drag: (dx, dy) => this.viewport.pan(dx, dy),
      zoom: (by, event) => this.viewport.zoom(by, [200, this.viewport.bounds.width * 1.6 + 200], event),
      reset: () => this.#frame(),
      click: (event) => {
        const node = event.target instanceof Element ? event.target.closest('.node') : null;
        if (node) this.#choose(node);
      },
    });
    this.points.addEventListener('keydown', (event) => this.#key(event));
  }

  /** @param {Element} node */
  #choose(node) {
    const { context } = this;
    const move = node.getAttribute('data-move');
    if (this.#now.ghost) return;
    if (move !== null) context.choose(move);
    else context.refuse(!context.ready() ? (this.#step?.turn === 'over' ? 'over' : 'turn') : 'branch');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const open = [...this.#branches.values()].map(({ node }) => node);
    const here = open.findIndex((node) => node === document.activeElement);
    const { key: pressed } = event;
    const node = open[here];
    if (!node || event.ctrlKey || event.altKey || event.metaKey) return;
    if (pressed === 'Enter' || pressed === ' ' || pressed === 'ArrowDown') {
      event.preventDefault();
      this.#choose(node);
    } else if (pressed === 'ArrowLeft' || pressed === 'ArrowRight') {
      event.preventDefault();
      const next = open[(here + (pressed === 'ArrowRight' ? 1 : open.length - 1)) % open.length];
      open.forEach((other) => other.setAttribute('tabindex', other === next ? '0' : '-1'));
      next?.focus();
    }
  }

  /** @param {string} name @param {StepView} step */
  tells(name, step) {
    return step.scene.node !== null && ['node', 'tree', 'written value'].includes(name);
  }

  /** @param {import('./types.js').MoveView} move */
  claims(move) {
    return move.motion !== undefined && 'branch' in move.motion && this.#places.has(move.motion.branch);
  }

  /** @param {Map<string, import('./types.js').Judgement> | null} moves */
  judge(moves) {
    this.badges.replaceChildren();
    if (!moves || !this.#step) return;
    for (const { text, motion } of this.#step.moves) {
      const judgement = moves.get(text);
      if (!judgement || !motion || !('branch' in motion)) continue;
      const { x, y } = this.#at(motion.branch);
      this.badges.append(
        svg('g', { transform: `translate(${round(x)} ${y + 44}) scale(.85)` }, badge(judgement, false)),
      );
    }
  }

  focus() {
    [...this.#branches.values()][0]?.node.focus();
  }
}
