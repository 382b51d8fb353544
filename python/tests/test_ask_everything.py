"""Every question has one answer, in whichever way it is asked. ask_everything.py asks about more positions."""

import os

from ask_everything import compared

#: Positions to ask about; more in a long run, as PLYWOOD_POSITIONS says.
POSITIONS = int(os.environ.get("PLYWOOD_POSITIONS", "40"))


def test_the_same_question_has_the_same_answer_everywhere() -> None:
    report = compared(POSITIONS)
    print("\n".join(report.lines()))
    assert sum(report.compared.values()) > 40 * POSITIONS
    assert not report.differences
