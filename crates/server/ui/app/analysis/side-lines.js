// The side lines of a game below its moves.

import { h } from '../dom.js';
import { moveName } from '../names.js';
import { t } from '../words.js';

/** @typedef {import('./line-tree.js').LineNode} LineNode */

export class SideLines {
  /** @type {Map<LineNode, HTMLElement>} */
  #buttons = new Map();

  /** @param {(node: LineNode) => void} pick */
  constructor(pick) {
    this.pick = pick;
  }

  /** The side lines that leave the game at one of its moves: those in its place, and those behind the last one. @param {LineNode} node @returns {HTMLElement[]} */
  of(node) {
    const instead = node.parent?.children ?? [];
    const after = node.children[0]?.played ? [] : node.children;
    return [...instead, ...after].filter((child) => !child.played).map((child) => h('div', { class: 'side-line', role: 'group', 'aria-label': t('analysis.side') }, this.#line(child)));
  }

  /** The moves of a line, with those that leave it in parentheses. @param {LineNode} first @returns {import('../dom.js').Child[]} */
  #line(first) {
    return [first, ...first.rest].flatMap((node) => {
      const others = node === first || !node.parent ? [] : node.parent.children.filter((child) => child !== node);
      return [this.#button(node), ...others.map((child) => h('span', { class: 'side-line', role: 'group', 'aria-label': t('analysis.side') }, '(', this.#line(child), ')'))];
    });
  }

  /** @param {LineNode} node */
  #button(node) {
    const button = h('button', { type: 'button', class: 'move', data: { side: String(node.ply) }, onclick: () => this.pick(node) }, moveName(node.text));
    this.#buttons.set(node, button);
    return button;
  }

  /** Marks the position on the board. @param {LineNode} current */
  mark(current) {
    for (const [node, button] of this.#buttons) button.toggleAttribute('aria-current', node === current);
  }
}
