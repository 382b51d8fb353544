"use strict";
// The games of a tournament: the list, its filter, and the board. Names and moves are text; only the elements of boards are markup,
// which the program has made itself.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  /** Rows that are added at once. */
  const PAGE = 200;
  /** Milliseconds a move when a game is played. */
  const PACE = 700;
  const RESULTS = { "1": "1–0", "0": "½–½", "-1": "0–1" };

  const games = data.games.map(([round, rules, first, second, utility, reason, plies, opening, replay], place) => ({
    number: place + 1, round, rules: data.rules[rules], players: [first, second], result: RESULTS[utility], reason, plies, opening, replay,
  }));
  const name = (player) => data.players[player];
  let shown = [], current = null, ply = 0, timer = 0;

  function cell(row, text, className = "") {
    const td = row.insertCell();
    td.className = className;
    // Names of bots are long words, which are best broken between their options.
    for (const part of String(text).split(/(?<=[:,])/)) td.append(part, document.createElement("wbr"));
  }

  function addRows() {
    const body = byId("rows").tBodies[0];
    const from = body.rows.length;
    for (const game of shown.slice(from, from + PAGE)) {
      const row = body.insertRow();
      row.dataset.game = game.number;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = game.number;
      button.setAttribute("aria-label", `Replay game ${game.number}`);
      row.insertCell().append(button);
      for (const player of game.players) cell(row, name(player), "text");
      cell(row, game.result);
      cell(row, game.reason || "rules", "text");
      cell(row, game.plies);
      if (game === current) row.setAttribute("aria-current", "true");
    }
    const left = shown.length - body.rows.length;
    byId("more").hidden = left === 0;
    byId("more").textContent = `Show ${Math.min(left, PAGE)} more of ${left}`;
  }

  function filter() {
    const wanted = byId("player").value;
    shown = games.filter((game) => wanted === "" || game.players.includes(Number(wanted)));
    byId("rows").tBodies[0].replaceChildren();
    byId("count").textContent = `${shown.length} of ${games.length} games`;
    addRows();
  }

  /** The elements of the picture after `ply` moves: each change is a place, and 0 if the element there goes or one more than the one that comes. */
  function picture(replay, ply) {
    const list = [];
    for (const changes of replay.changes.slice(0, ply + 1)) {
      for (let i = 0; i < changes.length; i += 2) {
        if (changes[i + 1] === 0) list.splice(changes[i], 1);
        else list.splice(changes[i], 0, changes[i + 1] - 1);
      }
    }
    return list.map((element) => data.elements[element]).join("");
  }

  function moveTexts(replay) {
    return replay.moves === "" ? [] : replay.moves.split(" ");
  }

  function show(at) {
    const replay = data.replays[current.replay];
    const last = replay.changes.length - 1;
    ply = Math.max(0, Math.min(last, at));
    byId("board").innerHTML = picture(replay, ply);
    byId("ply").textContent = `${ply} / ${last}`;
    for (const button of byId("moves").querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const move = byId("moves").querySelector(`[data-ply="${ply}"]`);
    if (move) {
      move.setAttribute("aria-current", "true");
      const box = byId("moves");
      box.scrollTop = move.offsetTop - box.offsetTop - box.clientHeight / 2;
    }
    if (ply === last) pause();
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    byId("play").classList.remove("playing");
    byId("play").setAttribute("aria-label", "Play");
  }

  function play() {
    if (timer !== 0) return pause();
    if (ply === data.replays[current.replay].changes.length - 1) show(0);
    timer = setInterval(() => show(ply + 1), PACE);
    byId("play").classList.add("playing");
    byId("play").setAttribute("aria-label", "Pause");
  }

  const go = { first: () => show(0), back: () => show(ply - 1), forward: () => show(ply + 1), last: () => show(Infinity), play };

  function listMoves(replay) {
    const starts = new Set(replay.starts);
    let number = 0;
    byId("moves").replaceChildren(...moveTexts(replay).map((text, index) => {
      const item = document.createElement("li");
      if (starts.has(index)) {
        const before = document.createElement("span");
        before.textContent = `${++number}.`;
        item.append(before);
      }
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.dataset.ply = index + 1;
      item.append(button);
      return item;
    }));
  }

  function open(number, scroll) {
    const game = games[number - 1];
    if (!game) return;
    pause();
    current = game;
    const replay = data.replays[game.replay];
    byId("viewer").hidden = false;
    byId("heading").textContent = `${game.number}. ${name(game.players[0])} – ${name(game.players[1])}`;
    const about = [game.result, game.rules, `round ${game.round}`, game.opening, game.reason].filter((text) => text);
    byId("about").textContent = about.join(" · ");
    byId("board").setAttribute("viewBox", `-6 -6 ${replay.size[0]} ${replay.size[1]}`);
    listMoves(replay);
    show(0);
    for (const row of byId("rows").tBodies[0].rows) {
      if (Number(row.dataset.game) === number) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    }
    if (scroll) byId("viewer").scrollIntoView({ block: "nearest" });
  }

  function openByAddress() {
    const found = /^#game-(\d+)$/.exec(location.hash);
    if (found) open(Number(found[1]), true);
    return found !== null;
  }

  data.players.forEach((text, player) => byId("player").add(new Option(text, player)));
  byId("player").addEventListener("change", filter);
  byId("more").addEventListener("click", addRows);
  byId("rows").tBodies[0].addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row) history.replaceState(null, "", `#game-${row.dataset.game}`), open(Number(row.dataset.game), true);
  });
  byId("moves").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) pause(), show(Number(button.dataset.ply));
  });
  document.querySelector(".controls").addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (!button) return;
    if (button.dataset.go !== "play") pause();
    go[button.dataset.go]();
  });
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    // Elsewhere the keys scroll boxes and choose options.
    const inBox = event.target.closest(".box, select");
    if (!current || inBox || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in keys)) return;
    if (event.key.length <= 4 && !event.target.closest("#viewer")) return;
    event.preventDefault();
    pause();
    go[keys[event.key]]();
  });
  window.addEventListener("hashchange", openByAddress);
  filter();
  if (!openByAddress()) open(1, false);
})();
