// Before the page begins: notes what it sends and receives, when each position is on the screen, and when something is pressed.
const log = { moves: [], wrong: [], early: 0, pressed: 0, seen: {}, newest: null };
window.log = log;
const heard = (message) => {
  const state = message.type === 'welcome' ? message.state : message.type === 'state' ? message : null;
  if (state) [log.newest, log.turn] = [state.step.ply, state.step.turn];
};
const sent = (message) => {
  if (message.type !== 'move') return;
  const shown = Number(document.querySelector('.play-area .board').dataset.ply);
  log.moves.push({ ply: message.ply, shown, text: message.text, after: log.pressed - (log.seen[message.ply] ?? Infinity) });
};
const Socket = window.WebSocket;
window.WebSocket = class extends Socket {
  constructor(...where) {
    super(...where);
    this.addEventListener('message', (event) => heard(JSON.parse(event.data)));
  }

  send(text) {
    sent(JSON.parse(text));
    super.send(text);
  }
};
const Thread = window.Worker;
window.Worker = class extends Thread {
  constructor(...where) {
    super(...where);
    this.addEventListener('message', ({ data }) => data.type === 'message' && heard(JSON.parse(data.text)));
  }

  postMessage(message, ...more) {
    if (message.type === 'hear') sent(JSON.parse(message.text));
    super.postMessage(message, ...more);
  }
};
const press = (event) => {
  log.pressed = event.timeStamp;
  // Meant for a position that has gone or is not there yet.
  if (log.seen[log.newest] === undefined) log.early += 1;
};
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, press, { capture: true });
const look = (now) => {
  requestAnimationFrame(look);
  const board = document.querySelector('.play-area .board');
  const main = document.querySelector('main');
  if (!board) return;
  const { ply } = board.dataset;
  // What a frame finds is on the screen when the next one comes.
  if (log.before === ply) log.seen[ply] ??= now;
  log.before = ply;
  // Who looks back sees another position, and is told so.
  if (board.classList.contains('ghost')) return;
  const yours = document.querySelector('.status.yours:not([hidden])');
  if (yours && !(Number(ply) === log.newest && main.dataset.ply === ply)) log.wrong.push(`"${yours.textContent}" at ${main.dataset.ply} of ${ply} of ${log.newest}`);
  // Of what comes too early nothing is said.
  for (const toast of document.querySelectorAll('.toast:not([data-noted])')) {
    toast.dataset.noted = '';
    if (/not your turn|moved on/.test(toast.textContent) && log.turn === main.dataset.you) log.wrong.push(toast.textContent);
  }
};
requestAnimationFrame(look);
