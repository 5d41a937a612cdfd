"""`claim eval`: an expression at a moment of a recorded game, with its value, type and cost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claimdsl.engine.chance import Rng
from claimdsl.engine.state import CHANCE
from claimdsl.ir.vocabulary import HOOKS, RANKS
from claimdsl.play.moments import NoMomentError, Wish, place_of
from tests import shelf
from tests.console import Console


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    console = Console(tmp_path, monkeypatch)
    console.game("g.json")
    return console


def value(claim: Console, expression: str, *words: str) -> object:
    return claim.json("eval", expression, "--record", "g.json", "--format", "json", *words)["value"]


def test_a_value_its_type_and_its_cost_are_told(claim: Console) -> None:
    status, out, err = claim("eval", "count(player.hand)", "--record", "g.json", "--move", "12")
    assert (status, err) == (0, "")
    told = dict(line.split(None, 1) for line in out.splitlines())
    assert (told["value"], told["type"]) == ("7", "Int (a number)")
    assert told["cost"].startswith("at most ") and told["asked"].startswith("in may_play, ")


@pytest.mark.parametrize(("expression", "words", "wanted"), [
    ("setup.hand - count(seats)", ("--move", "0"), 11),
    ("count(seats) == 2 and phase == recruit", ("--move", "0"), True),
    ("led", ("--move", "0"), None),
    ("phase", ("--move", "30"), "collect"),
    ("dwarf_tie", ("--move", "0"), "later"),
    ("player.left", ("--move", "0", "--seat", "1"), 0),
    ("top(stock, 0)", ("--move", "0"), []),
    ("each(v in 3..5 by v)", ("--move", "0"), [3, 4, 5]),
    ("goblins", ("--move", "0"), "goblins"),
    ("card", ("--move", "0", "--card", "goblins:9"), "goblins:9"),
    ("nothing", ("--move", "0"), None),
    ("max(c in middle by c.value)", ("--move", "0"), None),
    ("max(c in middle by c.value) otherwise 0 - 1", ("--move", "0"), -1),
])
def test_values_are_those_of_the_language(
    claim: Console, expression: str, words: tuple[str, ...], wanted: object
) -> None:
    assert value(claim, expression, *words) == wanted


def test_it_agrees_with_the_trace(claim: Console) -> None:
    """At each end of a trick what the trace has is what expressions give."""
    moves = json.loads((claim.folder / "g.json").read_text())["moves"]
    lines = [json.loads(line) for line in claim("replay", "g.json", "--trace")[1].splitlines()]
    plays = [number for number, move in enumerate(moves) if move.startswith("play ")]
    for trick in (0, 4, 12, 13, 17, 25):
        line, last = lines[trick], str(plays[2 * trick + 1])
        assert value(claim, "winner", "--move", last, "--hook", "after_trick") == line["winner"]
        assert value(claim, "base", "--move", last, "--hook", "next_leader") == line["next_leader"]
        ranking = value(claim, "each(p in ranking by p.player)", "--move", last, "--hook", "ends")
        assert ranking == line["ranking"]
        for seat in (0, 1):
            score = value(claim, "player.score", "--move", last, "--hook", "goes_to", "--seat", str(seat))
            assert isinstance(score, list) and len(score) <= len(line["piles"]["score"][seat])


def test_base_is_the_answer_as_it_stands(claim: Console) -> None:
    found = claim.json("why", "g.json", "--move", "1", "--format", "json")["reasons"]
    assert isinstance(found, list)
    strength = next(row for row in found if row.get("hook") == "strength" and row["seat"] == 1)
    assert value(claim, "base + 5", "--move", "1", "--hook", "strength", "--seat", "1") == strength["value"] + 5


def test_when_the_game_is_over_the_scoring_is_asked(claim: Console) -> None:
    votes = [value(claim, "side.votes", "--seat", str(seat)) for seat in (0, 1)]
    lines = claim("replay", "g.json", "--trace")[1].splitlines()
    assert votes == json.loads(lines[-1])["result"]["votes"]
    counts = json.loads(lines[-1])["result"]["factions"]["goblins"]["counts"]
    words = ("--hook", "majority", "--card", "goblins:1")
    assert [value(claim, "count(cards)", *words, "--seat", str(seat)) for seat in (0, 1)] == counts


def test_hidden_cards_are_read_and_said_to_be_hidden(claim: Console) -> None:
    out = claim("eval", "any(c in stock, c.value > 3)", "--record", "g.json", "--move", "0")[1]
    assert "value  yes" in out and "no rule may ask so: this reads cards of 'stock', which nobody sees" in out


def test_what_a_faction_declares_is_known_to_its_powers(claim: Console) -> None:
    claim.game("p.json", "--factions", "goblins,knights,undead,phoenixes,dwarves")
    status, _, err = claim("eval", "count(ashes)", "--record", "p.json", "--move", "0")
    assert status == 1 and "error[CLM40" in err
    piles = [pile for pile in shelf.ruleset("base", ("maps",)).program.piles if pile.factions and pile.of == "table"]
    assert piles
    for pile in piles:
        words = ("eval", f"count({pile.name})", "--record", "p.json", "--move", "0", "--faction", pile.factions[0])
        assert claim(*words)[0] == 0


def test_the_expression_may_be_standard_input(claim: Console) -> None:
    out = claim("eval", "-", "--record", "g.json", "--move", "0", typed="count(stock)\n  + 1\n")[1]
    assert out.startswith("value  26")
    raw = (claim.folder / "g.json").read_bytes()
    assert claim("eval", "count(stock)", "--record", "-", "--move", "0", typed=raw)[1].startswith("value  25")


@pytest.mark.parametrize(("words", "status", "reason"), [
    (("led == goblin",), 1, "did you mean 'goblins'?"),
    (("count(",), 1, "error[CLM303]"),
    (("",), 1, "error[CLM301]"),
    (("winner",), 1, "'winner' is not known in may_play"),
    (("player.hand + 1",), 1, "error[CLM"),
    (("\x1b[31m",), 1, "error[CLM304]"),
    (("count(c in stock, count(d in stock, count(e in stock, count(f in stock) > 1) > 1) > 1)",), 1, "error[CLM503]"),
    (("(" * 50 + "1" + ")" * 50,), 1, "error[CLM321]"),
    ((" + ".join(["1"] * 9000),), 1, "error[CLM320]"),
    (("1", "--hook", "after_trik"), 2, "there is no hook 'after_trik'; did you mean 'after_trick'?"),
    (("1", "--hook", "after_trick"), 2, "this move asks no after_trick; it asks may_play, counts_as, leads"),
    (("1", "--seat", "7"), 2, "there is no seat 7"),
    (("1", "--card", "goblins"), 2, "no card of this game is called 'goblins'"),
    (("1", "--hook", "weight"), 2, "no card is scored yet"),
    (("1", "--faction", "goblin"), 2, "did you mean 'goblins'?"),
    (("1", "--move", "200"), 2, "the record has 52 moves"),
])
def test_mistakes_are_told(claim: Console, words: tuple[str, ...], status: int, reason: str) -> None:
    got, out, err = claim("eval", words[0], "--record", "g.json", *(() if "--move" in words else ("--move", "0")),
                          *words[1:])
    assert (got, out) == (status, "") and reason in err, err
    assert "\x1b" not in err and "Traceback" not in err


def test_two_standard_inputs_are_refused(claim: Console) -> None:
    assert claim("eval", "-", "--record", "-")[0] == 2


@pytest.mark.parametrize(("name", "sets"), [("base", ()), ("german-whist", ()), ("base", ("fear",))])
def test_every_hook_finds_its_moment_or_says_why_not(name: str, sets: tuple[str, ...]) -> None:
    game = shelf.some_game(name, sets, 2, ("werewolves",) if sets else (), 3)
    state, rng = game.deal(seed=4), Rng(4)
    missing = {*HOOKS, RANKS}
    while True:
        following = None
        if not state.is_over:
            actions = state.legal_actions
            following = state.draw(state.chance()) if state.seat == CHANCE else actions[rng.below(len(actions))]
        for hook in (None, *sorted(missing)):
            try:
                place = place_of(state, following, Wish(hook))
                assert hook in (None, place.hook)
                missing.discard(place.hook)
            except NoMomentError as error:
                assert str(error)
        if following is None:
            break
        state = state.apply(following)
    never = {"weight", "scores_as", "majority"} if name == "german-whist" else set()
    assert missing == never
