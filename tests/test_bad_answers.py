"""Whatever is typed at the table gets a reason, and the question is put again; nothing typed drives a terminal."""

from __future__ import annotations

import io

import pytest

from claimdsl import load_ruleset
from claimdsl.ai.agent import AGENTS
from claimdsl.play.match import Match
from claimdsl.ui.lines import Lines
from claimdsl.ui.plain import PlainTable
from claimdsl.ui.table import HUMAN, Table
from claimdsl.ui.text import Page

SEATS = (HUMAN, "greedy")


def shown(typed: bytes, width: int = 80) -> tuple[str, Match]:
    """Type lines at a table; give what it shows after the first question, and the match."""
    match = Match(load_ruleset("base").game(2).deal(5, follow=True), [None, AGENTS["greedy"]()], 5)
    out = io.StringIO()
    PlainTable(Table(match, SEATS), Page(out, width=width), Lines(io.BytesIO(typed))).run()
    return out.getvalue(), match


@pytest.mark.parametrize(("typed", "reason"), [
    (b"\n", "Type a number or a name, or ? for help."),
    (b"   \t \n", "Type a number or a name, or ? for help."),
    (b"nonsense\n", "That is neither a card nor a command; ? for help."),
    (b"0\n", "There is no number 0; 1 to 12 may be chosen."),
    (b"99\n", "There is no number 99; 1 to 12 may be chosen."),
    (b"-1\n", "There is no card '- 1' in this game."),
    (b"knights 9\n", "You do not hold knights 9."),
    (b"kn9\n", "You do not hold knights 9."),
    (b"kn77\n", "There is no card 'knights 77' in this game."),
    (b"goblin king 7\n", "There is no card 'goblin king 7' in this game"),
    (b"take knights:7\n", "There is no card 'take knights 7' in this game."),
    (b"d 5\n", "'d 5' may be doppelgangers 5 or dwarves 5."),
    (b"x" * 1_000_000 + b"\n", "That is too long to be a move."),
    (b"1" * 1_000_000 + b"\n", "That is too long to be a move."),
    (b"1" + b" " * 1_000_000 + b"2\n", "That is too long to be a move."),
    (b"\x1b[2J\x1b[31mred\x07\n", "That is neither a card nor a command"),
    (b"\xff\xfe\x00\n", "That is neither a card nor a command"),
    ("\u202ekn2\u200b\n".encode(), "That is neither a card nor a command"),
    (b"undo\n", "You have made no move yet."),
])
def test_the_reason_and_the_question_again(typed: bytes, reason: str) -> None:
    out, match = shown(typed + b"quit\n")
    assert reason in " ".join(out.split()), out[-600:]
    assert out.count("Your card?") == 2 and not match.state.history
    assert not any(ord(letter) < 32 and letter != "\n" or letter in "\x7f\u202e" for letter in out)


@pytest.mark.parametrize(("typed", "move"), [
    (b"1", "play goblins:0"), (b"kn2", "play knights:2"), (b"KNIGHTS  2", "play knights:2"), (b"kn", "play knights:2"),
    (b"do9\r", "play doppelgangers:9"), (b"play undead:1", "play undead:1"), (b"go 0", "play goblins:0"),
])
def test_a_card_is_typed_in_many_ways(typed: bytes, move: str) -> None:
    out, match = shown(typed + b"\nquit\n")
    assert str(match.state.history[0]) == move, out


def test_a_card_that_may_not_be_played_is_told_with_its_rule() -> None:
    out, match = shown(b"1\nkn2\nwhy\nquit\n")
    text = " ".join(out.split())
    assert "You may not play knights 2 now: goblins are led and you hold a card that follows." in text
    assert "so says the table's rule follow" in text and len(match.state.history) == 3


def test_the_end_of_input_stops() -> None:
    for typed in (b"", b"1", b"1\n"):
        out, match = shown(typed)
        assert out.endswith("Your card? \nThe input has ended.\n") and not match.state.is_over


@pytest.mark.parametrize("width", [40, 60, 80])
def test_every_line_fits_the_width(width: int) -> None:
    words = b"?\nscore\nlog\nlast\nwhy\nrules\nfactions\nhand\nx y z\n"
    out, match = shown(b"1\n1\n" + words + b"1\n" * 60 + words, width)
    assert match.state.is_over and max(map(len, out.splitlines())) <= width
