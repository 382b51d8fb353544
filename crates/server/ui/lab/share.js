// What one takes home from the lab: a link, the picture for print, and the picture as it is now or step by step.

import { button, copy, fill, h, icon, saveFile, toast } from '../app/dom.js';
import { treeFile } from '../app/house.js';
import { sheetButton } from '../app/link.js';
import { t } from '../app/words.js';
import { address, wishOf } from './wish.js';

/** @typedef {import('./index.js').Lab} Lab */

export class Share {
  /** @param {Lab} lab */
  constructor(lab) {
    this.lab = lab;
    this.download = h('a', { class: 'button', download: 'plywood-tree.svg', data: { action: 'lab-download' } }, icon('download'), h('span', null, t('lab.download')));
    this.png = button('download', t('lab.png'), () => this.#save('png'), { data: { action: 'lab-png' } });
    this.frames = button('download', t('lab.frames'), () => this.#save('zip'), { data: { action: 'lab-frames' } });
    this.link = h('div', { class: 'link-row', hidden: true });
    this.buttons = [button('link', t('lab.link'), () => this.#share(), { data: { action: 'lab-link' } }), this.download, this.png, this.frames, sheetButton(() => address(lab.asked).slice(2))];
  }

  /** Another tree. */
  become() {
    const { href, onclick } = treeFile(wishOf(this.lab.asked));
    this.download.href = href;
    this.download.onclick = onclick ?? null;
    this.frames.hidden = this.lab.asked.quiz !== '' || this.lab.steps.last === 0;
  }

  /** Saves the picture of the step, or those of all steps. @param {'png' | 'zip'} kind */
  async #save(kind) {
    const { png, zip } = await import('./frames.js');
    const { lab } = this;
    const { picture } = lab.first;
    /** @type {Blob} */
    let file;
    if (kind === 'png') file = await png(picture);
    else {
      this.frames.disabled = true;
      const { step } = lab.steps;
      file = await zip(picture, lab.steps.last, (at) => lab.paint(at));
      lab.paint(step);
      this.frames.disabled = false;
    }
    saveFile(`plywood-tree.${kind}`, file);
  }

  async #share() {
    const url = new URL(address(this.lab.asked), location.href).href;
    if (await copy(url)) {
      toast(t('share.copied'));
      return;
    }
    const field = h('input', { type: 'text', readonly: true, value: url, 'aria-label': t('lab.link') });
    fill(this.link, h('label', { class: 'field' }, field));
    this.link.hidden = false;
    field.select();
  }
}
