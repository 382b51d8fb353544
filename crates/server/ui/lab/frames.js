// The picture of a tree as a document of its own: one step as PNG, or all of them as SVG in a ZIP file.

import { svg } from '../boards/svg.js';

/** @typedef {import('./picture.js').Picture} Picture */

/** The styles of the page that a drawing needs where it stands alone. */
const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'font-size', 'font-weight', 'font-family', 'text-anchor', 'dominant-baseline', 'paint-order', 'display'];

/** Pixels for a unit of the drawing. */
const SCALE = 2;
/** The longest side of a PNG. */
const LONGEST = 8000;
/** The most steps of a sequence. */
const MOST = 600;

/** The picture as it is now, all of it, with its styles written into it. @param {Picture} picture */
export function standalone(picture) {
  const { x, y, width, height } = picture.viewport.bounds;
  const root = /** @type {SVGSVGElement} */ (picture.svg.cloneNode(true));
  const [from, to] = [picture.svg, root].map((one) => [one, ...one.querySelectorAll('*')]);
  to?.forEach((element, at) => {
    const style = getComputedStyle(/** @type {Element} */ (from?.[at]));
    for (const name of element.getAttributeNames()) if (/^(aria-|data-|role|tabindex|class$)/.test(name)) element.removeAttribute(name);
    if (element.closest('defs') && element.tagName !== 'path') return;
    // What is far away on the screen is near on paper.
    for (const name of STYLES) if (name !== 'display' || element.tagName !== 'text') element.setAttribute(name, style.getPropertyValue(name));
  });
  root.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  root.setAttribute('viewBox', `${x} ${y} ${width} ${height}`);
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  root.removeAttribute('style');
  const fill = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim();
  root.prepend(svg('rect', { x, y, width, height, fill }));
  return new XMLSerializer().serializeToString(root);
}

/** @param {Picture} picture @returns {Promise<Blob>} */
export async function png(picture) {
  const { width, height } = picture.viewport.bounds;
  const url = URL.createObjectURL(new Blob([standalone(picture)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(SCALE, LONGEST / width, LONGEST / height);
    const canvas = Object.assign(document.createElement('canvas'), { width: Math.round(width * scale), height: Math.round(height * scale) });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('the picture is too large'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * The pictures of all steps from 0 on.
 * @param {Picture} picture
 * @param {number} last
 * @param {(step: number) => void} paint  shows a step
 * @returns {Promise<Blob>}
 */
export async function zip(picture, last, paint) {
  const digits = String(last).length;
  /** @type {[string, Uint8Array][]} */
  const files = [];
  for (let step = 0; step <= Math.min(last, MOST); step += 1) {
    paint(step);
    files.push([`step-${String(step).padStart(digits, '0')}.svg`, new TextEncoder().encode(standalone(picture))]);
    // The page stays alive meanwhile.
    if (step % 20 === 19) await new Promise((done) => setTimeout(done));
  }
  return archive(files);
}

/** The remainders of bytes for the checksum of ZIP files (CRC-32). */
const REMAINDERS = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** @param {Uint8Array} bytes */
function checksum(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (REMAINDERS[(sum ^ byte) & 255] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}

/** Little-endian numbers, each of 2 or 4 bytes. @param {[2 | 4, number][]} fields */
function numbers(fields) {
  return Uint8Array.from(fields.flatMap(([size, value]) => Array.from({ length: size }, (_, at) => (value >>> (8 * at)) & 255)));
}

/** A ZIP file of uncompressed files. @param {[string, Uint8Array][]} files */
function archive(files) {
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @type {Uint8Array[]} */
  const directory = [];
  const size = (/** @type {Uint8Array[]} */ all) => all.reduce((sum, part) => sum + part.length, 0);
  // 1 January 1980: the same steps make the same file.
  const [time, date] = [0, 0x21];
  for (const [name, bytes] of files) {
    const label = new TextEncoder().encode(name);
    /** @type {[2 | 4, number][]} */
    const about = [[2, 20], [2, 0x800], [2, 0], [2, time], [2, date], [4, checksum(bytes)], [4, bytes.length], [4, bytes.length], [2, label.length], [2, 0]];
    const at = size(parts);
    parts.push(numbers([[4, 0x04034b50], ...about]), label, bytes);
    directory.push(numbers([[4, 0x02014b50], [2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), label);
  }
  const end = numbers([[4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size(directory)], [4, size(parts)], [2, 0]]);
  return new Blob(/** @type {BlobPart[]} */ ([...parts, ...directory, end]), { type: 'application/zip' });
}
