// Links to hand on.

import { button, copy, dialog, h, toast } from './dom.js';
import { alone, qrCode } from './house.js';
import { getLanguage, t } from './words.js';

/** The folder of the page. */
const HERE = new URL('.', document.baseURI).href;

/**
 * The address of a route for others. With a server it is that of a page with a title and a picture, which chats show.
 * @param {string} route
 */
export function linkTo(route) {
  if (alone) return `${HERE}#/${route}`;
  const language = getLanguage();
  return `${HERE}share/${route}${language === 'en' ? '' : `${route.includes('?') ? '&' : '?'}in=${language}`}`;
}

/**
 * A link to hand on.
 * @param {string} url
 * @param {string} label
 */
export function linkRow(url, label) {
  const field = h('input', { type: 'text', readonly: true, value: url, 'aria-label': label, onfocus: () => field.select() });
  const take = async () => {
    if (await copy(url)) toast(t('share.copied'));
    else {
      field.focus();
      toast(t('share.byhand'));
    }
  };
  const hand = 'share' in navigator && url.startsWith('http') ? button('link', t('share.share'), () => navigator.share({ url }).catch(() => {})) : null;
  return h('div', { class: 'link-row' }, field, button('copy', t('share.copy'), take, { class: 'button main' }), hand);
}

/** The code of a link, for the camera of a phone; nothing without a server. @param {string} url */
export function codeOf(url) {
  if (alone) return null;
  const code = h('img', { class: 'qr', alt: t('share.qr'), width: 176, height: 176 });
  // Without it the link is still there.
  qrCode(url).then((svg) => (code.src = `data:image/svg+xml,${encodeURIComponent(svg)}`), () => code.remove());
  return code;
}

/** A button that puts a place of the page on the sheet for a class. @param {() => string} place what comes after `#/` in its address */
export const sheetButton = (place) => button('rules', t('sheet.put'), async () => (await import('./sheet/data.js')).putOnSheet(place()), { data: { action: 'put' } });

/** Shows the link to a position, the line that puts its board into another page, and a way onto a sheet. @param {string} route */
export function shareDialog(route) {
  const frame = `<iframe src="${HERE}embed.html#/${route.replaceAll('&', '&amp;').replaceAll('"', '%22')}" width="480" height="560" title="Plywood"></iframe>`;
  dialog(t('share.share'), t('site.close'), linkRow(linkTo(route), t('lab.link')), h('p', null, t('share.embed')), linkRow(frame, t('share.embed')), h('div', { class: 'row' }, sheetButton(() => route)));
}
