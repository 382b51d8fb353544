// A die with as many faces as the game wants, or a coin.

import { html, svg } from './svg.js';

/** The places of the pips of a face, in thirds from the middle. */
const PIPS = /** @type {[number, number][][]} */ ([
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
]);

export class Die {
  /**
   * @param {number | null} faces  null: a coin
   * @param {import('./types.js').Context} context
   */
  constructor(faces, context) {
    this.faces = faces;
    /** True if the lowest face is bad, as in games with a die and no board. */
    this.risky = context.board.grids.length === 0;
    this.context = context;
    this.face = svg('g', { class: 'face' });
    this.body = svg('g', { class: 'body' });
    if (faces === null) {
      this.body.append(svg('circle', { r: 46, class: 'metal' }), svg('circle', { r: 38, class: 'milled' }), this.face);
    } else {
      this.body.append(
        svg('rect', { x: -44, y: -40, width: 88, height: 88, rx: 18, class: 'low' }),
        svg('rect', { x: -44, y: -44, width: 88, height: 88, rx: 18, class: 'high' }),
        this.face,
      );
    }
    this.node = svg(
      'svg',
      { class: 'die', viewBox: '-62 -62 124 124', role: 'img' },
      svg('ellipse', { cx: 0, cy: 50, rx: 42, ry: 7, class: 'cast' }),
      this.body,
    );
    this.show(null);
  }

  /**
   * @param {number | null} face  null: not thrown yet
   */
  show(face) {
    const { t } = this.context;
    this.face.replaceChildren();
    this.body.classList.toggle('blank', face === null);
    this.body.classList.toggle('lost', this.risky && face === (this.faces === null ? 0 : 1));
    if (face === null) {
      this.node.setAttribute('aria-label', t(this.faces === null ? 'board.coin' : 'board.die'));
      this.face.append(svg('text', { y: 2 }, '?'));
    } else if (this.faces === null) {
      this.node.setAttribute('aria-label', t(face === 1 ? 'board.heads' : 'board.tails'));
      this.face.append(face === 1 ? crown() : leaf());
    } else {
      this.node.setAttribute('aria-label', t('board.die.face', { face }));
      const pips = this.faces <= 6 ? PIPS[face] : undefined;
      if (pips)
        for (const [x, y] of pips) this.face.append(svg('circle', { cx: x * 23, cy: y * 23, r: 8.5, class: 'pip' }));
      else this.face.append(svg('text', { y: 2 }, String(face)));
    }
  }

  /**
   * Throws the die: it has the new face already, and tumbles until it rests.
   * @param {number} face
   * @param {() => void} landed
   */
  throw(face, landed) {
    const { motion } = this.context;
    this.show(face);
    if (this.faces === null) {
      const frames = [];
      for (let i = 0; i <= 24; i += 1) {
        const at = i / 24;
        frames.push({
          transform: `translateY(${-34 * Math.sin(Math.PI * at)}px) scaleY(${Math.cos(at * 6 * Math.PI)})`,
        });
      }
      motion.play(this.body, frames, { duration: 440, easing: 'linear' }, landed);
      return;
    }
    motion.play(
      this.body,
      [
        { transform: 'translate(-14px, -30px) rotate(-300deg) scale(.86)', offset: 0 },
        { transform: 'translate(10px, -8px) rotate(-130deg) scale(1.02)', offset: 0.5 },
        { transform: 'translate(-3px, -5px) rotate(12deg)', offset: 0.8 },
        { transform: 'none', offset: 1 },
      ],
      { duration: 420, easing: 'ease-out' },
      landed,
    );
    motion.play(
      this.face,
      [{ opacity: 0 }, { opacity: 0, offset: 0.45 }, { opacity: 1, offset: 0.6 }, { opacity: 1 }],
      { duration: 420 },
    );
  }
}

/** A die beside a board: shows the face in the scene, and animates each throw. */
export class Thrown {
  /** @param {import('./types.js').Context} context */
  constructor(context) {
    const { faces } = context.board;
    this.die = new Die(faces.includes(0) ? null : faces.length, context);
    this.node = html('div', { class: 'tray' }, this.die.node);
  }

  /**
   * @param {import('./types.js').StepView} step
   * @param {boolean} animate
   */
  show({ scene, last }, animate) {
    const told = scene.facts.find(([name]) => name === 'die')?.[1];
    const face = told === undefined ? null : Number(told);
    if (face !== null && animate && last?.motion && 'face' in last.motion) this.die.throw(face, () => {});
    else this.die.show(face);
  }

  /** @param {string} name */
  tells(name) {
    return name === 'die' || name === 'turn';
  }
}

function crown() {
  return svg('path', { d: 'M-24 16L-28 -12L-12 2L0 -20L12 2L28 -12L24 16Z', class: 'sign' });
}

function leaf() {
  return svg('path', {
    d: 'M-18 22C-26 -8 -2 -24 24 -24C24 2 8 26 -18 22ZM-26 28C-16 10 -2 -4 10 -12',
    class: 'sign leaf',
  });
}
