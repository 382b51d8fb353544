// A race with a die: two ways to the goal, what is at stake between them, and the choices as buttons for a thumb.

import { Die } from './die.js';
import { html } from './svg.js';
import { factName } from './extras.js';
import { playerOf, slug, word } from './say.js';
import { tag } from './judge.js';

/** @typedef {import('./types.js').Context} Context */
/** @typedef {import('./types.js').StepView} StepView */
/** @typedef {import('./types.js').Now} Now */
/** @typedef {import('./types.js').Owner} Owner */
/** @typedef {import('../protocol').Track} Track */
/**
 * @typedef {object} Lane
 * @property {HTMLElement} node
 * @property {HTMLElement} name
 * @property {HTMLElement} score
 * @property {HTMLElement} reached  the part of the way that is banked
 * @property {HTMLElement} stake    the part at stake
 * @property {HTMLElement} runner
 */

/** Milliseconds for which a lost turn is held. */
const HELD = 1000;

/** The part of a way from one share of it to another. @param {number} from @param {number} to */
const part = (from, to) => `inset(0 ${100 - Math.min(1, to) * 100}% 0 ${Math.min(1, from) * 100}% round 0 13px 13px 0)`;

export class Race {
  tracks = true;
  /** @type {Lane[]} */
  #lanes = [];
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {StepView | null} */
  #step = null;

  /** @param {Context} context */
  constructor(context) {
    const { faces } = context.board;
    this.context = context;
    this.faces = faces.includes(0) ? null : faces.length;
    this.die = new Die(this.faces, context);
    this.lanes = html('div', { class: 'lanes' });
    this.total = html('output', { class: 'total' });
    this.totalName = html('span', { class: 'total-name' }, context.t('board.total'));
    /** How the last two turns ended, and the turn under way. */
    this.ended = html('p', { class: 'ended' });
    this.said = html('p', {});
    this.tray = html(
      'div',
      { class: 'tray' },
      this.die.node,
      html('div', { class: 'stake' }, this.total, this.totalName),
    );
    this.choices = html('div', { class: 'thumbs', role: 'group', 'aria-label': context.t('board.moves') });
    const words = html('div', { class: 'said', 'aria-hidden': 'true' }, this.ended, this.said);
    this.node = html('div', { class: 'race' }, this.lanes, this.tray, ...(context.still ? [] : [words, this.choices]));
    context.stage.append(this.node);
  }

  ratio() {
    return 0.78;
  }

  /** @param {number} width @param {number} height */
  fit(width, height) {
    this.node.classList.toggle('low', height < 330 && width > 480);
    this.node.classList.toggle('tight', height < 420 && width <= 480);
  }

  /**
   * @param {StepView} step
   * @param {Now} now
   * @param {StepView | null} before
   */
  show(step, now, before) {
    this.#step = step;
    const { tracks } = step.scene;
    while (this.#lanes.length < tracks.length) this.#lane();
    const motion = step.last?.motion;
    const face = motion && 'face' in motion ? motion.face : null;
    if (face !== null && now.animate) {
      // The result is shown only when the die rests.
      this.die.throw(face, () => this.#settle(step, face, before));
    } else {
      if (face !== null || !before || step.ply === 0) this.die.show(face);
      this.#settle(step, face, null);
    }
    if (!this.context.still) this.#choices(step, now);
  }

  /**
   * @param {StepView} step
   * @param {number | null} face
   * @param {StepView | null} before  the step before, if its loss is to be shown
   */
  #settle(step, face, before) {
    const { tracks } = step.scene;
    const stake = tracks.reduce((sum, track) => sum + track.at_stake, 0);
    tracks.forEach((track, i) => this.#run(track, this.#lanes[i], step));
    this.total.textContent = stake > 0 ? `+${stake}` : '0';
    this.total.classList.toggle('some', stake > 0);
    const lost = face !== null && stake === 0 && step.turn !== 'over';
    this.tray.classList.toggle('lost', lost);
    this.#say(step, face, lost);
    if (lost && before) this.#lose(before);
  }

  /** How turns ended, in words. @type {string[]} */
  #endings = [];
  /** The throws of the turn under way. @type {number[]} */
  #faces = [];
  #ply = -1;

  /**
   * Says what the last step was: a throw, or that a turn ended.
   * @param {StepView} step
   * @param {number | null} face
   * @param {boolean} lost
   */
  #say({ ply, turn, by, scene }, face, lost) {
    if (this.context.still || ply === this.#ply) return;
    const { options, t } = this.context;
    // After a jump to another position nothing is known of the throws before.
    if (ply !== this.#ply + 1) {
      this.#faces = [];
      this.#endings = [];
      this.said.textContent = '';
    }
    const stakes = (/** @type {StepView['scene']} */ of) => of.tracks.reduce((sum, track) => sum + track.at_stake, 0);
    const before = this.#stake;
    const reached = this.#reached;
    [this.#ply, this.#stake, this.#reached] = [ply, stakes(scene), scene.tracks.map((track) => track.reached)];
    const say = (/** @type {string} */ key, /** @type {Owner | 'chance' | 'over'} */ who, /** @type {Record<string, string | number>} */ values) =>
      t(`board.race.${who === options.you ? 'you.' : ''}${key}`, { player: playerOf(this.context, who === 'second' ? who : 'first'), ...values });
    if (face !== null && lost) {
      this.#endings.push(this.faces === null ? t('board.race.tails', { count: before }) : say('lost', turn === 'first' ? 'second' : 'first', { count: before }));
    } else if (face !== null) {
      this.#faces.push(face);
      this.said.textContent = this.faces === null ? t('board.race.heads', { sum: this.#stake }) : say('rolled', turn, { faces: this.#faces.join(', '), sum: this.#stake });
    } else if (by && turn !== 'chance' && before > 0) {
      this.#endings.push(say('kept', by, { count: Math.max(0, ...this.#reached.map((now, i) => now - (reached[i] ?? 0))) }));
    }
    this.ended.textContent = this.#endings.slice(-2).join(' ');
    if (turn !== 'chance' && (lost || face === null)) {
      this.#faces = [];
      this.said.textContent = '';
    }
  }

  #stake = 0;
  /** @type {number[]} */
  #reached = [];

  /** The stake falls off the way. @param {StepView} before */
  #lose(before) {
    const { motion } = this.context;
    const shake = [0, -9, 8, -5, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    motion.play(this.tray, shake, { duration: 340 });
    // Held for a moment: the next throw would hide why the turn is over.
    motion.play(this.ended, [{ opacity: 1 }, { opacity: 1 }], { duration: HELD });
    before.scene.tracks.forEach((track, i) => {
      const lane = this.#lanes[i];
      if (track.at_stake === 0 || !lane) return;
      const ghost = html('div', { class: 'stake falling' });
      ghost.style.clipPath = part(track.reached / track.goal, (track.reached + track.at_stake) / track.goal);
      lane.reached.parentElement?.append(ghost);
      motion.play(
        ghost,
        [{ opacity: 1 }, { opacity: 0, transform: 'translateY(30px) rotate(3deg)' }],
        { duration: 480, easing: 'ease-in' },
        () => ghost.remove(),
      );
    });
  }

  #lane() {
    const name = html('span', { class: 'who' });
    const score = html('span', { class: 'score' });
    const reached = html('div', { class: 'reached' });
    const stake = html('div', { class: 'stake' });
    const runner = html('div', { class: 'along' }, html('div', { class: 'runner' }));
    const way = html('div', { class: 'way' }, reached, stake, runner);
    const node = html('div', { class: 'lane', role: 'meter', 'aria-valuemin': 0 }, name, way, score);
    this.lanes.append(node);
    this.#lanes.push({ node, name, score, reached, stake, runner });
  }

  /**
   * @param {Track} track
   * @param {Lane | undefined} lane
   * @param {StepView} step
   */
  #run({ owner, label, reached, at_stake: stake, goal }, lane, step) {
    if (!lane) return;
    const who = owner === 'neutral' ? factName(this.context, label) : playerOf(this.context, owner);
    const share = (/** @type {number} */ points) => `${Math.min(1, points / goal) * 100}%`;
    lane.node.className = `lane ${owner}`;
    lane.node.classList.toggle('turn', step.turn === owner || stake > 0);
    lane.node.classList.toggle('home', reached >= goal);
    lane.name.textContent = who;
    lane.score.replaceChildren(String(reached), html('small', {}, ` / ${goal}`));
    lane.reached.style.width = share(reached);
    lane.stake.style.clipPath = part(reached / goal, (reached + stake) / goal);
    // A move of the picture alone, which lays nothing out anew.
    lane.runner.style.translate = share(reached + stake);
    const values = { player: who, reached, stake, goal };
    lane.node.setAttribute('aria-label', who);
    lane.node.setAttribute('aria-valuemax', String(goal));
    lane.node.setAttribute('aria-valuenow', String(Math.min(reached, goal)));
    lane.node.setAttribute('aria-valuetext', this.context.t(stake > 0 ? 'board.lane.stake' : 'board.lane', values));
  }

  /**
   * The buttons stay, and stay in place, while the same moves come and go: a thumb rests on them.
   * @param {StepView} step
   * @param {Now} now
   */
  #choices(step, now) {
    const { t } = this.context;
    // Some are there from the beginning, so that nothing jumps when they become legal.
    const known = this.context.board.buttons;
    const texts = step.moves.filter((move) => !move.motion).map(({ text }) => text);
    for (const text of [...known, ...texts]) {
      if (this.#buttons.has(text)) continue;
      const button = html('button', { type: 'button' }, html('span', {}, word(t, `board.move.${slug(text)}`, text)));
      button.classList.add(`move-${slug(text)}`);
      button.addEventListener('click', () => this.#press(text));
      this.#buttons.set(text, button);
      this.choices.append(button);
    }
    const open = now.interactive && !now.ghost;
    const legal = new Set(texts);
    for (const [text, button] of this.#buttons) {
      const free = open && legal.has(text);
      button.setAttribute('aria-disabled', String(!free));
      if (free) button.dataset.move = text;
      else delete button.dataset.move;
    }
    this.choices.hidden = this.#buttons.size === 0;
    // They keep their room.
    this.choices.style.visibility = now.ghost || step.turn === 'over' ? 'hidden' : '';
  }

  /** @param {string} text */
  #press(text) {
    const { context } = this;
    if (!context.ready()) context.refuse('turn');
    else if (this.#step?.moves.some((move) => move.text === text)) context.choose(text);
    else context.refuse(text === 'hold' ? 'hold' : 'illegal');
  }

  /** @param {string} name */
  tells(name) {
    return name === 'turn total' || name === 'turn';
  }

  /** @param {import('./types.js').MoveView} move */
  claims(move) {
    return move.motion === undefined;
  }

  /** @param {Map<string, import('./types.js').Judgement> | null} moves */
  judge(moves) {
    for (const [text, button] of this.#buttons) {
      button.querySelector('.tag')?.remove();
      const judgement = moves?.get(text);
      if (judgement) button.append(tag(judgement));
    }
  }

  focus() {
    const open = [...this.#buttons.values()].find((button) => button.dataset.move !== undefined);
    (open ?? [...this.#buttons.values()][0])?.focus();
  }
}
