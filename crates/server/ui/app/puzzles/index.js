// Puzzles: positions with one good move. One chooses a game and a difficulty; the puzzle of the day is the same for everybody.

import { copy, fill, h, icon, loadStyles, toast } from '../dom.js';
import { house } from '../house.js';
import { sheetButton } from '../link.js';
import { gameName } from '../names.js';
import { choices } from '../settings.js';
import { getSolved, keepSolved } from '../store.js';
import { date, t } from '../words.js';
import { LEVELS, levelOf, load, next } from './data.js';
import { dayOf, ofDay } from './day.js';
import { Solving } from './solving.js';
import { getStreak, keepStreak, resultText } from './streak.js';

/** @typedef {import('./data.js').Level} Level */

/** The address of the puzzles of a file. @param {string} file @param {Level} level @param {number} [at] */
function addressOf(file, level, at) {
  const params = new URLSearchParams({ ...(level === 'all' ? {} : { level }), ...(at === undefined ? {} : { n: String(at + 1) }) });
  return `#/puzzles/${file}${params.size ? `?${params}` : ''}`;
}

/** @param {import('../main.js').View} view */
export async function show(view) {
  const { id, main, params, signal, task } = view;
  if (id === 'game') {
    const [own] = await Promise.all([import('./own.js'), loadStyles('puzzles')]);
    return own.show(view);
  }
  const isDay = id === 'day';
  const day = Number(params.get('on') ?? dayOf(Date.now()));
  const known = await house();
  const files = known.puzzles;
  const { file, game } = isDay ? ofDay(files, day) : (files.find((one) => one.file === (id || files[0].file)) ?? { file: '', game: '' });
  if (!file || !Number.isInteger(day) || day < 0) return view.missing();
  const level = LEVELS.find((one) => one === params.get('level')) ?? 'all';
  const [puzzles] = await Promise.all([load(file, signal), loadStyles('puzzles')]);
  if (signal.aborted) return;
  const asked = params.get('n') === null ? next(puzzles, file, level, -1) : Number(params.get('n')) - 1;
  const at = isDay ? ofDay(files, day).at : asked;
  const puzzle = at === null ? null : puzzles[at];
  if (at === null || !puzzle) return view.missing();
  const name = gameName(known, game);
  const title = isDay ? t('puzzle.day') : t('site.puzzles');
  view.heading(title);
  view.title(`${title}: ${name}`);

  const sum = h('p', { class: 'soft' });
  const row = h('p', { class: 'soft' });
  const count = () => {
    fill(sum, t('puzzle.count', { solved: getSolved(file).length, count: puzzles.length }));
    const { now, best } = getStreak();
    fill(row, t('puzzle.streak', { count: now, best }));
    row.hidden = best === 0;
    main.dataset.streak = String(now);
  };
  // One that was solved before changes nothing.
  const fresh = !getSolved(file).includes(at);
  let failed = false;
  let wrongs = 0;
  const solving = new Solving(puzzle, view, {
    solved: (wrong) => {
      wrongs = wrong;
      if (fresh && !failed) keepStreak(true);
      keepSolved(file, at);
      count();
      task?.solved();
    },
    failed: () => {
      failed = true;
      if (fresh) keepStreak(false);
      count();
    },
    onward: task?.next ?? (() => (location.hash = addressOf(file, isDay ? 'all' : level, next(puzzles, file, isDay ? 'all' : level, at) ?? at))),
    share: async () => {
      const url = `${location.href.split('#')[0]}${isDay ? `#/puzzles/day?on=${day}` : addressOf(file, 'all', at)}`;
      const text = resultText(`${title} · ${name} · ${about}`, wrongs, url);
      if ('share' in navigator) await navigator.share({ text }).catch(() => {});
      else toast(t((await copy(text)) ? 'share.copied' : 'share.byhand'));
    },
  });
  count();
  main.dataset.file = file;
  main.dataset.at = String(at);
  const about = isDay ? date(day) : t('puzzle.number', { n: at + 1 });
  fill(
    main,
    h(
      'div',
      { class: 'table replay puzzle' },
      h(
        'section',
        { class: 'play-area', 'aria-label': t('table.board') },
        h('div', { class: 'plates puzzle-head' }, solving.task, h('p', { class: 'soft small' }, [name, about, t(`puzzle.level.${levelOf(puzzle)}`)].join(' · '), getSolved(file).includes(at) && h('span', { class: 'puzzle-done' }, icon('check'), t('puzzle.done')))),
        solving.host,
        solving.said,
        solving.tools,
      ),
      h(
        'aside',
        { class: 'panel open', 'aria-label': t('site.puzzles') },
        h(
          'div',
          { class: 'tab-body form' },
          isDay || task ? null : h('p', null, h('a', { href: '#/puzzles/day' }, t('puzzle.day'))),
          !task && choices(t('setup.game'), 'puzzles', files.map((one) => [one.file, gameName(known, one.game)]), isDay ? '' : file, (value) => (location.hash = addressOf(value, level))),
          !task && choices(t('puzzle.level'), 'level', LEVELS.map((one) => [one, t(`puzzle.level.${one}`)]), level, (value) => (location.hash = addressOf(file, /** @type {Level} */ (value)))),
          sum,
          row,
          !task && h('div', { class: 'row' }, sheetButton(() => addressOf(file, 'all', at).slice(2))),
        ),
      ),
    ),
  );
  await solving.begin();
}
