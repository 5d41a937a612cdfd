"""The plain table: what is typed is understood or refused with a reason, and nothing hidden is shown."""

from __future__ import annotations

import io
import re

import pytest
from wcwidth import wcwidth

from claimdsl import load_ruleset
from claimdsl.ai.agent import AGENTS
from claimdsl.engine.action import Action
from claimdsl.engine.game import Game
from claimdsl.play.match import Match
from claimdsl.ui.ask import Answer, Chosen, Command, Question, Refused, understand
from claimdsl.ui.lines import CUT, Lines
from claimdsl.ui.names import Names
from claimdsl.ui.plain import PlainTable
from claimdsl.ui.table import Table
from claimdsl.ui.text import Page, plain, width_of, wrapped
from claimdsl.ui.words import Words

HAND = ("goblins:0", "goblins:7", "gnomes:7", "giants:7", "knights:9", "dwarves:3")
DECK = (*HAND, "knights:2", "undead:5", "goblins:9")
PLAY = Question(tuple(Action("play", card) for card in HAND[:5]), HAND, DECK)
TAKE = Question((Action("take", "knights:2"), Action("take", "goblins:9"), Action("take", "deck")), HAND, DECK)
WORDS = Question((Action("keep"), Action("accept")), HAND, DECK)
SEATS = Question((Action("target", "1"), Action("target", "3")), HAND, DECK)


def answer(question: Question, typed: str) -> str:
    given: Answer = understand(typed, question)
    match given:
        case Chosen():
            return str(given.action)
        case Command():
            return f"<{given.word}>"
        case Refused():
            return f"! {given.reason}"


@pytest.mark.parametrize(("question", "typed", "meant"), [
    (PLAY, "1", "play goblins:0"),
    (PLAY, " 5 ", "play knights:9"),
    (PLAY, "goblins 7", "play goblins:7"),
    (PLAY, "goblins:7", "play goblins:7"),
    (PLAY, "play goblins:7", "play goblins:7"),
    (PLAY, "PLAY  Goblins 7", "play goblins:7"),
    (PLAY, "go7", "play goblins:7"),
    (PLAY, "gob 7", "play goblins:7"),
    (PLAY, "k9", "play knights:9"),
    (PLAY, "kn", "play knights:9"),
    (PLAY, "g0", "play goblins:0"),
    (PLAY, "play 2", "play goblins:7"),
    (PLAY, "g7", "! 'g 7' may be giants 7, gnomes 7 or goblins 7"),
    (PLAY, "g", "! which one: giants 7, gnomes 7, goblins 0 or goblins 7?"),
    (PLAY, "dwarves 3", "! you may not play dwarves 3 now"),
    (PLAY, "dw", "! you may not play dwarves 3 now"),
    (PLAY, "u5", "! you do not hold undead 5"),
    (PLAY, "u", "! you hold no undead"),
    (PLAY, "goblins 8", "! there is no card 'goblins 8' in this game"),
    (PLAY, "goblinz 7", "! there is no card 'goblinz 7' in this game; did you mean goblins?"),
    (PLAY, "6", "! there is no number 6; 1 to 5 may be chosen"),
    (PLAY, "0", "! there is no number 0; 1 to 5 may be chosen"),
    (PLAY, "", "! type a number or a name, or ? for help"),
    (PLAY, "   ", "! type a number or a name, or ? for help"),
    (PLAY, "nonsense!", "! that is neither a card nor a command; ? for help"),
    (PLAY, "hlep", "! that is neither a card nor a command; did you mean help?"),
    (PLAY, "9" * 150, "! there is no number " + "9" * 150 + "; 1 to 5 may be chosen"),
    (PLAY, "x" * 1_000_000, "! that is too long to be a move"),
    (PLAY, "\x1b[31mred", "! that is neither a card nor a command; ? for help"),
    (PLAY, "?", "<help>"),
    (PLAY, "why", "<why>"),
    (PLAY, "QUIT", "<quit>"),
    (TAKE, "2", "take goblins:9"),
    (TAKE, "take 2", "take goblins:9"),
    (TAKE, "deck", "take deck"),
    (TAKE, "d", "take deck"),
    (TAKE, "take deck", "take deck"),
    (TAKE, "g", "take goblins:9"),
    (TAKE, "goblins 7", "! 'goblins 7' is not among the cards you may choose"),
    (WORDS, "k", "keep"),
    (WORDS, "accept", "accept"),
    (WORDS, "2", "accept"),
    (SEATS, "target 3", "target 3"),
    (SEATS, "2", "target 3"),
    (SEATS, "3", "! there is no number 3; 1 to 2 may be chosen"),
])
def test_what_is_typed_is_understood_or_refused(question: Question, typed: str, meant: str) -> None:
    assert answer(question, typed) == meant


def test_lines_are_bounded_and_decoded() -> None:
    lines = Lines(io.BytesIO(b"g7\r\n" + b"x" * 1_000_000 + b"\n\xff\xfe\nlast"))
    assert lines.next() == "g7"
    assert lines.next() == "x" * 4096 + CUT
    assert lines.next() == "\ufffd\ufffd"
    assert lines.next() == "last"
    assert lines.next() is None


def test_a_cut_line_is_not_taken_for_what_it_begins_with() -> None:
    lines = Lines(io.BytesIO(b"1" + b" " * 5000 + b"+ 1\n2" + b" " * 5000 + b"\n3\n"))
    assert [line.split() for line in (lines.next(), lines.next(), lines.next()) if line] == [["1", "..."], ["2"], ["3"]]


def test_letters_below_the_first_mark_take_one_column_each() -> None:
    letters = [chr(code) for code in range(0x300) if chr(code).isprintable()]
    assert len(letters) > 600
    assert [letter for letter in letters if wcwidth(letter) != 1] == []
    assert width_of("e\u0301\u200b\u7d44") == 3


@pytest.mark.parametrize("text", ["goblins 7 and knights 9 go to your pile", "ゴブリン " * 9, "x" * 90, "  far " * 5])
@pytest.mark.parametrize("width", [20, 33, 80])
def test_lines_fit_the_width(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(width_of(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_nothing_that_drives_a_terminal_is_printed() -> None:
    out = io.StringIO()
    Page(out).say("a\x1b[2Jb\u202ec\x07")
    assert out.getvalue() == "a\\x1b[2Jb\\u202ec\\x07\n"
    assert plain("ゴブリン") == "ゴブリン"


def test_names_are_seen_from_a_seat() -> None:
    names = Names.of(("human", "greedy", "greedy", "random"), 0)
    assert [names.who(seat) for seat in range(4)] == ["you", "greedy 1", "greedy 2", "random"]
    assert names.side((2, 0)) == "you + greedy 2"


def table(game: Game, seats: tuple[str, ...], typed: str, seed: int = 5) -> tuple[str, Match]:
    out = io.StringIO()
    agents = [None if seat == "human" else AGENTS[seat]() for seat in seats]
    match = Match(game.deal(seed), agents, seed)
    PlainTable(Table(match, seats), Page(out, width=80), Lines(io.BytesIO(typed.encode()))).run()
    return out.getvalue(), match


def test_a_whole_game_can_be_played_by_number() -> None:
    shown, match = table(load_ruleset("base").game(2), ("human", "greedy"), "1\n" * 60)
    assert match.state.is_over
    assert "== recruit ==" in shown and "== collect ==" in shown and "== The end ==" in shown
    assert max(map(width_of, shown.splitlines())) <= 80


def test_a_refused_card_names_its_rule_and_why_says_where_it_stands() -> None:
    shown, match = table(load_ruleset("base").game(2), ("human", "greedy"), "1\nk2\nwhy\n1\nwhy\n?\nlast\nhand\n")
    assert "You may not play knights 2 now: goblins are led" in shown
    assert "so says the table's rule follow" in shown and "base.yaml:" in shown
    assert "class 1 by the table's rule rank" in shown
    assert "undead: haunt (recruit)" in shown
    assert len(match.state.history) == 5
    assert "The input has ended." in shown


def test_a_person_sees_only_what_the_seat_may_see() -> None:
    """What the other seat holds or drew unseen is told nowhere while the game goes on."""
    game = load_ruleset("base").game(2)
    typed = "1\nwhy\nlast\nhand\n?\n" * 9
    shown, match = table(game, ("human", "greedy"), typed)
    before = re.sub(r"by name: \w+ \d+", "", " ".join(shown.lower().split("the input has ended.")[0].split()))
    seen: set[str] = set()
    for event in match.state.information_state(0):
        seen |= {card for card in game.cards if f"'{card}'" in event}
    told = {card for card in game.cards if card.replace(":", " ") in before}
    assert told <= seen | set(match.state.observation(0).hand)


def test_people_at_one_terminal_are_told_whose_turn_it_is() -> None:
    shown, _ = table(load_ruleset("base").game(2), ("human", "human"), "1\n" * 6)
    assert "---- human 1, it is your turn ----" in shown


def test_without_a_person_the_game_plays_itself() -> None:
    shown, match = table(load_ruleset("claim2").game(3), ("greedy", "random", "greedy"), "")
    assert match.state.is_over and "Trick 12." in shown and "The end" in shown
    assert "?" not in shown


def test_the_ending_says_why_a_vote_went_where_it_did() -> None:
    base = load_ruleset("base").game(2)
    endings = [table(base, ("random", "random"), "", seed)[0].split("== The end ==")[1] for seed in range(12)]
    assert any("by values (" in ending for ending in endings)
    assert all("wins the game, by factions." in ending for ending in endings)
    assert all(ending.count("the vote goes to") + ending.count("nobody has its vote") == 5 for ending in endings)


def test_many_cards_are_grouped() -> None:
    assert Words().grouped(["knights:9", "goblins:0", "goblins:0"]) == "goblins 0 0, knights 9"
