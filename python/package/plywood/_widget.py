"""A board to play on in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plywood._game import Game

_SCRIPT = """
function render({ model, el }) {
  const draw = () => {
    const state = model.get("shown");
    el.replaceChildren();
    const board = document.createElement("div");
    board.innerHTML = state.svg;
    const words = document.createElement("p");
    words.textContent = state.words;
    const moves = document.createElement("div");
    moves.style.cssText = "display: flex; flex-wrap: wrap; gap: 4px; max-width: 360px";
    for (const move of state.moves) {
      const button = document.createElement("button");
      button.textContent = move;
      button.style.minWidth = "2.5em";
      button.addEventListener("click", () => model.send({ move }));
      moves.append(button);
    }
    const tools = document.createElement("div");
    tools.style.cssText = "display: flex; gap: 4px; margin-top: 8px";
    for (const [label, message] of [["Take back", { back: true }], ["New game", { anew: true }]]) {
      const button = document.createElement("button");
      button.textContent = label;
      button.addEventListener("click", () => model.send(message));
      tools.append(button);
    }
    el.append(board, words, moves, tools);
  };
  draw();
  model.on("change:shown", draw);
}
export default { render };
"""


def play(game: Game, second: str | None = "level:n=4", *, first: str | None = None, seed: int = 1) -> Any:
    """Return a widget to play a game in a notebook.

    Parameters
    ----------
    game
        The game.
    second, first
        The names of the bots that play; None for a person.
    seed
        Random seed of dice and bots.

    Returns
    -------
    anywidget.AnyWidget
        Its ``position`` is the current position.
    """
    return _widget_class()(game, {"first": first, "second": second}, seed)


def _widget_class() -> type[Any]:
    """Make the class of widgets: anywidget is needed only now."""
    import anywidget
    import traitlets

    class Play(anywidget.AnyWidget):
        _esm = _SCRIPT
        shown = traitlets.Dict({}).tag(sync=True)

        def __init__(self, game: Game, bots: dict[str, str | None], seed: int) -> None:
            super().__init__()
            self._history = [game.start(seed=seed)]
            self._bots, self._seed = bots, seed
            self.on_msg(lambda _widget, message, _buffers: self._hear(message))
            self._go_on()

        @property
        def position(self) -> Any:
            """The current position."""
            return self._history[-1]

        def _hear(self, message: Any) -> None:
            message = message if isinstance(message, dict) else {}
            if message.get("anew"):
                del self._history[1:]
            elif message.get("back"):
                self._take_back()
            elif message.get("move") in self.position.legal_moves:
                self._history.append(self.position.play(message["move"]))
            self._go_on()

        def _take_back(self) -> None:
            # Back to a decision of a person.
            while len(self._history) > 1:
                self._history.pop()
                turn = self.position.turn
                if turn in self._bots and self._bots[turn] is None:
                    break

        def _go_on(self) -> None:
            while True:
                position = self.position
                if position.turn == "chance":
                    self._history.append(position.roll())
                elif (bot := self._bots.get(position.turn)) is not None:
                    move = position.analyse(bot, seed=self._seed + len(self._history)).move
                    self._history.append(position.play(str(move)))
                else:
                    break
            self._show()

        def _show(self) -> None:
            position = self.position
            words = {"first": "The first player is to move.", "second": "The second player is to move."}.get(
                position.turn
            )
            if words is None:
                words = "A draw." if position.outcome == "draw" else f"The {position.outcome} player won."
            self.shown = {"svg": position.svg(), "words": words, "moves": position.legal_moves}

    return Play
