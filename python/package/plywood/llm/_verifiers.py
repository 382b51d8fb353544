"""Environments for the library verifiers, version 0.4 and newer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plywood.llm._environment import Environment


def for_verifiers(environment: Environment, episodes: int) -> tuple[type[Any], type[Any]]:
    """Return the classes that a package of tasks for the library ``verifiers`` exports: a ``Taskset`` and an ``Env``.

    Parameters
    ----------
    environment
        The game, with or without an opponent.
    episodes
        The number of tasks: the episodes from 0 on.

    Notes
    -----
    The whole package is ``__all__ = ["Moves", "Talk"]`` and ``Moves, Talk = plywood.llm.for_verifiers(environment, 1000)``. Training
    code gets the sum of an episode's rewards.
    """
    try:
        import asyncio

        import verifiers.v1 as vf
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError("for_verifiers needs verifiers 0.4 or newer: pip install verifiers") from missing

    class MoveData(vf.TaskData):  # type: ignore[misc]
        """The first message and the number of an episode."""

        number: int

    class MoveTask(vf.Task[MoveData]):  # type: ignore[misc]
        """An episode, which is played once more to be scored."""

        @vf.reward  # type: ignore[untyped-decorator]
        async def value_kept(self, trace: Any) -> float:
            """The change of the exact value by all moves of the model."""
            answers = [message.content or "" for message in trace.assistant_messages]
            return await asyncio.to_thread(_sum_of_rewards, environment, self.data.number, answers)

    class Moves(vf.Taskset[MoveTask, vf.TasksetConfig]):  # type: ignore[misc]
        """The episodes of an environment."""

        def load(self) -> Iterator[Any]:
            for number in range(episodes):
                yield MoveTask(MoveData(number=number, prompt=environment.episode(number).text), self.config.task)

    class Talk(vf.SingleAgentEnv):  # type: ignore[misc]
        """The model and the game answer each other."""

        async def run(self, task: Any, agents: Any) -> None:
            episode = environment.episode(task.data.number)
            async with agents.agent.interaction(task) as model:
                answer = await model.turn()
                while not answer.terminated:
                    step = await asyncio.to_thread(episode.step, answer.last_reply)
                    if step.text is None:
                        break
                    answer = await model.turn(step.text)

    return Moves, Talk


def _sum_of_rewards(environment: Environment, number: int, answers: list[str]) -> float:
    """Play the answers of an episode; without any, it is as if one was illegal."""
    episode = environment.episode(number)
    steps = (episode.step(answer) for answer in answers or [""] if not episode.done)
    return sum(step.reward for step in steps)
