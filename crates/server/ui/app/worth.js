// Values as bars and words.

import { h } from './dom.js';

/**
 * A bar of what a position is worth: the light part is the first player's.
 * @param {number} share from -1 (the second wins) to 1 (the first wins)
 * @param {string} words
 */
export function balance(share, words) {
  const part = h('span', { class: 'balance-first' });
  part.style.width = `${(share + 1) * 50}%`;
  return h('div', { class: 'balance', role: 'img', 'aria-label': words }, part);
}

/**
 * A small bar with the value of a move for the side that makes it.
 * @param {number | null} share
 */
export function meter(share) {
  const part = h('span', { class: share !== null && share < 0 ? 'meter-bad' : 'meter-good' });
  if (share !== null) {
    part.style.width = `${Math.abs(share) * 50}%`;
    part.style.left = share < 0 ? `${50 + share * 50}%` : '50%';
  }
  return h('span', { class: 'meter', 'aria-hidden': 'true' }, part);
}
