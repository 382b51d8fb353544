// Boards for all kinds of games. What is known of a game is its geometry, the position and the legal moves; no rules.

import { Choices } from './choices.js';
import { Cube } from './cube/view.js';
import { Thrown } from './die.js';
import { Flat } from './flat.js';
import { Motion } from './motion.js';
import { Plain } from './plain.js';
import { Pushes } from './pushes.js';
import { Race } from './race.js';
import { Tree } from './tree.js';
import { extras } from './extras.js';
import { happened } from './say.js';
import { html } from './svg.js';

/** @typedef {import('./types.js').BoardOptions} BoardOptions */
/** @typedef {import('./types.js').BoardHandle} BoardHandle */
/** @typedef {import('./types.js').Context} Context */
/** @typedef {import('./types.js').Preferences} Preferences */
/** @typedef {import('./types.js').StepView} StepView */
/** @typedef {import('./types.js').Now} Now */
/** @typedef {import('./types.js').View} View */

/** The most buttons that are shown over the board rather than below it. */
const FEW = 4;

/** True if a board has nothing but a die. @param {import('./types.js').BoardView} board */
export const isRace = ({ faces, grids, nodes }) => faces.length > 0 && grids.length === 0 && nodes.length === 0;

/**
 * The view that shows most of what the board says of itself. All but the plain one are choices by what is there, never by a game.
 * @param {Context} context
 * @returns {View}
 */
function viewOf(context) {
  const { nodes, pushed, axes, cells } = context.board;
  if (nodes.length > 0) return new Tree(context, nodes);
  if (isRace(context.board)) return new Race(context);
  if (pushed) return new Pushes(context);
  if (axes.length > 2 && new Set(axes).size === 1) return new Cube(context);
  return axes.length > 0 || cells.length > 0 ? new Flat(context) : new Plain(context);
}

/**
 * Draws a board into an empty element.
 * @param {HTMLElement} host
 * @param {BoardOptions} options
 * @returns {BoardHandle}
 */
export function createBoard(host, options) {
  const still = options.still === true;
  const stage = html('div', { class: 'stage' });
  const below = html('div', { class: 'below' });
  const root = html('div', { class: 'board' }, stage, below);
  root.classList.toggle('still', still);
  host.append(root);
  const motion = new Motion(root);

  /** @type {StepView | null} */
  let step = null;
  /** @type {Now} */
  let now = { interactive: false, animate: false };
  /** @type {Map<string, import('./types.js').Judgement> | null} */
  let judged = null;
  /** @type {[import('./types.js').At[], import('./types.js').At[]]} */
  let pointed = [[], []];
  let { preferences } = options;
  /** Pieces `w` and `b` keep their colours, whichever player moves first. */
  let swapped = options.board.dark_first;

  /** @type {Context} */
  const context = {
    options,
    board: options.board,
    root,
    stage,
    t: options.t,
    still,
    motion,
    preferences,
    memory: {},
    ready: () => now.interactive && !now.ghost && step !== null && step.turn !== 'over',
    choose: (text, at) => {
      motion.finish();
      return context.ready() && (options.onMove?.(text, at) ?? false);
    },
    refuse: (reason) => options.onRefuse?.(options.t(`board.refuse.${reason}`)),
  };

  const choices = new Choices(context);
  const thrown = options.board.faces.length > 0 && options.board.grids.length > 0 && !still ? new Thrown(context) : null;
  if (thrown) below.append(thrown.node);
  if (!still) below.append(choices.node);
  let facts = html('dl', { class: 'facts' });
  below.append(facts);

  const colours = () => {
    const { first, second } = preferences;
    const theme = swapped ? ['second', 'first'] : ['first', 'second'];
    [first, second].forEach((own, i) => {
      const name = i === 0 ? 'first' : 'second';
      root.style.setProperty(`--p-${name}`, own || `var(--${theme[i]})`);
      root.style.setProperty(
        `--p-${name}-edge`,
        own ? `color-mix(in oklab, ${own}, black 45%)` : `var(--${theme[i]}-edge)`,
      );
    });
  };

  const prepare = () => {
    stage.replaceChildren();
    motion.allow(preferences.motion);
    root.classList.toggle('calm', !preferences.motion);
    colours();
    return viewOf(context);
  };
  let view = prepare();

  const fit = () => {
    const { width } = host.getBoundingClientRect();
    if (width === 0) return;
    if (width !== fitted) below.style.minHeight = '';
    fitted = width;
    // A host without a height of its own is as high as the board wants to be.
    root.classList.remove('tall');
    stage.style.height = '';
    const given = root.clientHeight - below.offsetHeight;
    if (given < 60 && !view.wide) {
      root.classList.add('tall');
      stage.style.height = `${Math.round(Math.min(width * view.ratio(), Math.max(260, innerHeight * 0.72)))}px`;
    }
    view.fit?.(stage.clientWidth, stage.clientHeight);
  };
  let fitted = 0;
  const observer = new ResizeObserver(fit);

  const focus = () => {
    if (!choices.node.hidden && step?.moves.every((move) => !view.claims(move))) choices.focus();
    else view.focus();
  };
  /** True if the keyboard cursor returns to the board when the answer has come. */
  let returning = false;

  /** @param {StepView | null} before */
  const draw = (before) => {
    if (!step) return;
    // What is below the board keeps the room that it once had, so that the board keeps its own.
    if (!still && !view.wide) below.style.minHeight = `${below.offsetHeight}px`;
    const inside = root.contains(document.activeElement);
    place(step, before);
    const lost = inside && !root.contains(document.activeElement);
    const nowhere = document.activeElement === document.body || document.activeElement === null;
    if ((lost || (returning && nowhere)) && context.ready()) {
      returning = false;
      focus();
    } else if (lost) returning = true;
  };

  /**
   * @param {StepView} step
   * @param {StepView | null} before
   */
  const place = (step, before) => {
    const seen = step.scene.pieces.find(([letter]) => letter === 'b' || letter === 'w');
    if (seen) {
      const turned = seen[0] === 'b' ? seen[1] === 'first' : seen[1] === 'second';
      if (turned !== swapped) {
        swapped = turned;
        colours();
      }
    }
    root.dataset.ply = String(step.ply);
    root.classList.toggle('ghost', now.ghost === true);
    root.classList.toggle('open', context.ready());
    root.classList.toggle('early', now.early === true);
    view.show(step, now, before);
    const moves = context.ready() ? step.moves.filter((move) => !view.claims(move)) : [];
    if (still) return;
    choices.update(moves);
    thrown?.show(step, now.animate);
    const fresh = extras(context, step, thrown ?? view);
    facts.replaceWith(fresh);
    facts = fresh;
    facts.hidden = facts.childElementCount === 0;
    below.classList.toggle('few', !view.wide && moves.length <= FEW);
    view.judge(judged);
    view.pointOut?.(...pointed);
    choices.judge(judged);
  };

  return {
    async update(next, how) {
      motion.finish();
      const before = step;
      const follows = before !== null && next.ply === before.ply + 1;
      step = next;
      now = { ...how, animate: how.animate && follows && motion.enabled };
      judged = null;
      pointed = [[], []];
      const first = before === null;
      draw(before);
      if (first) {
        fit();
        observer.observe(host);
      }
      if (how.animate && follows) {
        const text = happened(context, next);
        if (text !== '') options.announce?.(text);
      }
      await motion.settled();
    },
    prefer(wanted) {
      motion.finish();
      preferences = wanted;
      context.preferences = wanted;
      const focused = stage.contains(document.activeElement);
      view.destroy?.();
      view = prepare();
      now = { ...now, animate: false };
      draw(null);
      fit();
      if (focused) view.focus();
    },
    judge(moves) {
      judged = moves && new Map(moves.map((move) => [move.text, move]));
      view.judge(judged);
      choices.judge(judged);
    },
    pointOut(squares, line = []) {
      pointed = [squares, line];
      view.pointOut?.(...pointed);
    },
    focus,
    destroy() {
      observer.disconnect();
      motion.finish();
      view.destroy?.();
      root.remove();
    },
  };
}
