// What moves on a board. The picture is always that of the end; an animation only shows how it came about, so it can
// be cut short at any moment and nothing waits for it.

/** The longest wait for an animation in milliseconds, in case the browser never ends it. */
const PATIENCE = 2500;

export class Motion {
  /** @type {Map<Animation, () => void>} what moves, and what is to be done at its end */
  #running = new Map();
  /** @type {(() => void)[]} */
  #waiting = [];
  #allowed = true;

  /** @param {HTMLElement} root the element that carries `data-moving` */
  constructor(root) {
    this.root = root;
    this.quiet = matchMedia('(prefers-reduced-motion: reduce)');
  }

  /** @param {boolean} allowed */
  allow(allowed) {
    this.#allowed = allowed;
    if (!allowed) this.finish();
  }

  /** True if animations may run: the user allows them and the page is visible. */
  get enabled() {
    return this.#allowed && !this.quiet.matches && !document.hidden;
  }

  /**
   * @param {Element} node
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   * @param {() => void} [after]  done at the end, however it comes; at once if nothing may move
   */
  play(node, frames, options, after) {
    if (!this.enabled) {
      after?.();
      return;
    }
    const animation = node.animate(frames, { easing: 'ease-out', fill: 'backwards', ...options });
    const done = () => {
      if (!this.#running.delete(animation)) return;
      after?.();
      if (this.#running.size === 0) this.#rest();
    };
    this.#running.set(animation, done);
    this.root.dataset.moving = '';
    animation.finished.then(done, done);
  }

  #rest() {
    delete this.root.dataset.moving;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Jumps to the end of everything, at once. */
  finish() {
    for (const [animation, done] of [...this.#running]) {
      animation.finish();
      done();
    }
  }

  /** Resolves when nothing moves any more. */
  async settled() {
    if (this.#running.size === 0) return;
    const patience = setTimeout(() => this.finish(), PATIENCE);
    /** @type {Promise<void>} */
    const rest = new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
    const late = setTimeout(() => this.#rest(), PATIENCE + 200);
    await rest;
    clearTimeout(patience);
    clearTimeout(late);
  }
}
