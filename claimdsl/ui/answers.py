"""What a person may ask the table, as lines: help, the last trick, why it went so, the log, the score, the rules."""

from __future__ import annotations

from collections.abc import Iterator

from claimdsl.engine.state import State
from claimdsl.ui import rules
from claimdsl.ui.messages import Line
from claimdsl.ui.names import Names
from claimdsl.ui.narrate import narrate


def answers(word: str, state: State, names: Names, start: int) -> Iterator[Line]:
    """Answer a word; `start` is the event with which the story begins."""
    game, words = state.game, names.words
    none = words.speech.phrase("No {trick} is finished yet.", trick=words.say("trick"))
    match word:
        case "last":
            yield from list(narrate(rules.last_trick(state.events), names)) or [(none, "")]
        case "why":
            from claimdsl.ui.present import why_so_far

            finished = list(rules.why_trick(rules.last_trick(state.events), names))
            now = () if state.is_over else why_so_far(state, state.seat, names)
            yield from _plain([*finished, *now] or [none])
        case "log":
            yield from narrate(state.events_since(start), names)
        case "score":
            from claimdsl.ui.score import score

            yield from _plain(score(state, names))
        case "rules":
            yield from _plain(rules.rule_lines(game, words))
        case "factions":
            yield from _plain(rules.faction_lines(game, words))
        case _:
            yield from _plain(rules.help_lines(game, words))


def _plain(lines: Iterator[str] | list[str]) -> Iterator[Line]:
    for line in lines:
        yield line, ""
