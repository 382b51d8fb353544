// Sounds, made here and now: knocks of wood for moves, a rattle for dice, three notes for the end. Off by default.

/** @type {AudioContext | null} */
let audio = null;

/**
 * A note that dies away.
 * @param {AudioContext} to
 * @param {number} after    seconds from now
 * @param {number} pitch    hertz
 * @param {number} length   seconds
 * @param {OscillatorType} [shape]
 * @param {number} [loud]
 */
function note(to, after, pitch, length, shape = 'triangle', loud = 0.22) {
  const begin = to.currentTime + after;
  const [source, volume] = [to.createOscillator(), to.createGain()];
  source.type = shape;
  source.frequency.setValueAtTime(pitch, begin);
  // Wood falls a little in pitch as it dies away.
  if (length < 0.15) source.frequency.exponentialRampToValueAtTime(pitch * 0.6, begin + length);
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(loud, begin + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  source.connect(volume).connect(to.destination);
  source.start(begin);
  source.stop(begin + length + 0.02);
}

/** The notes of each sound, as seconds, hertz and length. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  move: [[0, 420, 0.09]],
  capture: [[0, 520, 0.07], [0.06, 300, 0.1]],
  roll: [[0, 900, 0.03], [0.05, 760, 0.03], [0.11, 840, 0.03], [0.18, 700, 0.04]],
  won: [[0, 523, 0.2], [0.13, 659, 0.2], [0.26, 784, 0.4]],
  lost: [[0, 392, 0.2], [0.15, 330, 0.2], [0.3, 262, 0.4]],
  drawn: [[0, 440, 0.25], [0.2, 440, 0.35]],
};

/** @param {string} name */
export function play(name) {
  try {
    audio ??= new AudioContext();
    // A browser is silent until the page was touched; then the sound is late, and it is left out.
    if (audio.state === 'suspended') audio.resume();
    for (const [after, pitch, length] of SOUNDS[name] ?? []) note(audio, after, pitch, length);
  } catch {
    // There is nothing to play it with.
  }
}

/**
 * The sound of what happened between two states of a game, as one player hears it; '' for none.
 * @param {import('../protocol').State} before
 * @param {import('../protocol').State} after
 * @param {import('../protocol').Side | null} you
 */
export function soundOf(before, after, you) {
  if (!before.end && after.end) return !after.end.winner ? 'drawn' : !you || after.end.winner === you ? 'won' : 'lost';
  if (after.line !== before.line || after.played.length <= before.played.length) return '';
  if (after.movers[after.movers.length - 1] === null) return 'roll';
  const pieces = (/** @type {import('../protocol').State} */ { step }) => step.scene.grids.flat().join('').replace(/[. ]/g, '').length;
  return pieces(after) < pieces(before) ? 'capture' : 'move';
}
