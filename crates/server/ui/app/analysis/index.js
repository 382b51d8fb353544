// A board to analyse on: a finished game, a link, a file or an empty board. Both sides are moved by hand, side lines are kept, and the
// engine looks on.

import { loadStyles } from '../dom.js';
import { house, look } from '../house.js';
import { listen } from '../keys.js';
import { gameName, unfold } from '../names.js';
import { load } from '../played.js';
import { t } from '../words.js';
import { Analysis } from './analysis.js';

/** @param {import('../main.js').View} view */
export async function show(view) {
  const { params, signal } = view;
  const [known, played] = await Promise.all([house(), load(view), loadStyles('analysis')]);
  if (signal.aborted) return;
  if (played && !unfold(known, played.game).family) return view.missing();
  if (!played) return location.replace('#/records');
  const { game, position, line, lines, moves } = played;
  // A file does not say who moved: the positions do.
  const opening = await look({ game, position, moves: line ? [] : (lines ?? moves.join(' ')).split(' ').filter(Boolean), from: 0, random: 0 }, signal);
  if (signal.aborted) return;
  const name = gameName(known, game);
  view.title(`${t('analysis.title')}: ${name}`);
  const analysis = new Analysis(view, played, opening, name);
  const { tree } = analysis;
  const all = [tree.root, ...tree.game];
  const from = view.name === 'record' && !params.get('review') ? 0 : all.length - 1;
  const ply = Math.max(0, Math.min(all.length - 1, Number(params.get('ply') ?? from) || 0));
  listen(
    {
      ArrowLeft: () => analysis.current.parent && analysis.go(analysis.current.parent, true),
      ArrowRight: () => analysis.current.children[0] && analysis.go(analysis.current.children[0], true),
      Home: () => analysis.go(tree.root, true),
      End: () => analysis.go(analysis.current.rest.at(-1) ?? analysis.current, true),
      ' ': () => analysis.play.click(),
      b: () => analysis.stage.board.focus(),
    },
    signal,
  );
  const at = params.get('at');
  await analysis.go((at === null ? null : tree.nodes[Number(at)]) ?? all[ply]);
  if (params.get('review')) await analysis.lookBack();
}
