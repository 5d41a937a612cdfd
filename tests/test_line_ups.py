"""Which factions may play together: pairs, what stands in for one, free factions; drawn, counted and told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from claimdsl.diagnostics.report import Report
from claimdsl.engine.chance import Rng
from claimdsl.engine.line_up import SetupError, deck_size, line_up_fault, ordered, setup_of
from claimdsl.engine.ruleset import Ruleset
from claimdsl.pipeline import check_text, load_with_all_sets, load_with_drawn_factions, shipped_sets
from claimdsl.semantics.company import Company
from claimdsl.sim.line_ups import some_line_ups
from tests import laws, shelf
from tests.console import Console
from tests.test_house_rules import FOLDER, house_rule

DOVES = ("doves", "undead", "dwarves", "doppelgangers", "dragons")
HEAD = "claimdsl: 1\nname: house\nextends: base\n"


@pytest.fixture(scope="module")
def wings() -> Ruleset:
    return house_rule("wings", base="base")


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(tmp_path, monkeypatch)


def legal(ruleset: Ruleset, players: int) -> Iterator[tuple[str, ...]]:
    """Give all legal line-ups by trying every choice of factions."""
    setup = setup_of(ruleset.program, players)
    for size in range(setup.free, setup.free + 4):
        for names in combinations(ruleset.factions, size):
            if not line_up_fault(ruleset.program, setup, names):
                yield names


# --- what is legal ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "more", "cards"), [
    (2, (), 52), (3, ("trolls", "seers"), 72), (4, ("trolls", "seers"), 72),
])
def test_twelve_cards_stand_in_for_a_pair_with_one_free_faction_more(
    wings: Ruleset, players: int, more: tuple[str, ...], cards: int
) -> None:
    game = wings.game(players, (*DOVES, *more))
    assert deck_size(wings.program, game.factions) == len(game.deal(1).deck) == cards
    laws.check_all(game, 1, "base", (str(FOLDER / "wings.yaml"),))


@pytest.mark.parametrize(("names", "fault"), [
    (("doves", "undead", "dwarves", "trolls"), "doves stand in for a pair, so 2 players need 4 free factions, not 3"),
    ((*DOVES, "trolls"), "doves stand in for a pair, so 2 players need 4 free factions, not 5"),
    (("goblins", "knights", *DOVES[:4]),
     "goblins and knights are a pair, and doves stand in for one; 2 players need 1 pair"),
    (("doves", "ravens", "undead", "dwarves", "trolls"),
     "doves and ravens each stand in for a pair; 2 players need 1 pair"),
    (DOVES[1:], "2 players need 1 pair and 3 free factions; this line-up has 0 pairs and 4 free factions"),
])
def test_what_is_wrong_with_a_line_up_is_told(wings: Ruleset, names: tuple[str, ...], fault: str) -> None:
    with pytest.raises(SetupError, match=f"^{fault}$"):
        wings.game(2, names)


def test_a_stand_in_may_be_the_default() -> None:
    pair = "line_up:\n  pairs: {also: [[owls]]}\n  2: {default: [%s]}\nfactions: {owls: {cards: 0..11}}\n"
    report = Report()
    assert check_text("a.yaml", (HEAD + pair % ", ".join(("owls", *DOVES[1:]))).encode(), report) is not None
    assert not len(report)
    assert check_text("a.yaml", (HEAD + pair % ", ".join(("owls", *DOVES[1:4]))).encode(), report) is None
    assert [(found.code, found.message) for found in report] == [(
        "CLM704", "the default for 2 players has 1 stand-in and 3 free factions, where 1 pair and 4 free factions are "
        "needed, as owls stand in for a pair",
    )]


def test_a_stand_in_that_fits_no_deck_is_told() -> None:
    report = Report()
    text = "line_up: {pairs: {also: [[owls]]}}\nfactions: {owls: {cards: 0..10}}\n"
    assert check_text("a.yaml", (HEAD + text).encode(), report) is not None
    assert [found.code for found in report] == ["CLM805"]


# --- all of them, without a list -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_the_sequence_is_just_what_is_legal(wings: Ruleset, players: int) -> None:
    found = wings.line_ups(players)
    assert set(found) == set(legal(wings, players)) and len(found) == len(set(found))
    assert found[-1] == list(found)[-1] and found[3:5] == tuple(list(found)[3:5])
    assert found[0] in found and found[0][::-1] not in found and found[0][1:] not in found
    with pytest.raises(IndexError):
        _ = found[len(found)]


@pytest.mark.parametrize("wanted", [{"doves"}, {"goblins"}, {"trolls", "knights"}, {"doves", "ravens"}, {"nobody"}])
def test_factions_can_be_wanted(wings: Ruleset, wanted: set[str]) -> None:
    found = wings.line_ups(2, wanted)
    assert set(found) == {names for names in legal(wings, 2) if wanted <= set(names)}
    assert set(some_line_ups((wings,), 2, frozenset(wanted), Rng(1))) == set(found)
    if wanted != {"nobody"}:
        assert (2 in Company(wings.program).counts(*wanted)) == bool(found)


def test_the_checker_and_the_engine_agree_who_can_meet(wings: Ruleset) -> None:
    company = Company(wings.program)
    for pair in combinations(wings.factions, 2):
        assert company.counts(*pair) == {count for count in wings.player_counts if wings.line_ups(count, pair)}


def test_very_many_are_counted_at_once() -> None:
    everything = shelf.ruleset(sets=shelf.ALL_SETS)
    found = everything.line_ups(3)
    assert len(found) > 60_000
    for number in (0, len(found) // 3, len(found) - 1):
        assert not line_up_fault(everything.program, setup_of(everything.program, 3), found[number])


# --- drawing ---------------------------------------------------------------------------------------------------------


def test_each_pair_and_each_stand_in_is_drawn_alike(wings: Ruleset) -> None:
    rng, counts = Rng(3), dict.fromkeys(("goblins", "gnomes", "doves", "ravens"), 0)
    for _ in range(4000):
        names = wings.line_ups(2).drawn(rng)
        assert names in wings.line_ups(2)
        for name in counts.keys() & set(names):
            counts[name] += 1
    assert all(900 < count < 1100 for count in counts.values()), counts


@pytest.mark.parametrize("players", [2, 3, 4])
def test_drawn_factions_come_with_the_sets_that_they_need(players: int) -> None:
    ruleset, used, factions = load_with_drawn_factions("base", (), players, Rng(8))
    sets = shipped_sets()
    assert factions == ordered(ruleset.program, factions) and factions in ruleset.line_ups(players)
    own = shelf.ruleset().factions
    assert set(used) == {sets[name] for name in factions if name not in own}
    assert load_with_drawn_factions("base", (), players, Rng(8))[1:] == (used, factions)


def test_a_ruleset_with_none_of_the_shipped_factions_draws_from_its_own() -> None:
    ruleset, used, factions = load_with_drawn_factions("german-whist", (), 2, Rng(1))
    assert used == () and factions == ruleset.default_factions(2)


def test_a_set_is_not_laid_over_factions_that_the_ruleset_made_its_own(claim: Console) -> None:
    claim.write("own.yaml", HEAD + "factions: {unicorns: {cards: 0..9}}\n")
    ruleset, used = load_with_all_sets(str(claim.folder / "own.yaml"), ())
    assert {"unicorns", "bards"} <= set(ruleset.factions) and "phoenixes" not in ruleset.factions
    assert "factions/maps" not in used


def test_drawn_factions_are_told_and_kept(claim: Console) -> None:
    words = ("play", "--random-factions", "--seats", "random,random,random", "--seed", "6")
    status, out, err = claim(*words, "--save", "game.json")
    assert (status, err) == (0, "")
    again = claim(*words, "--save", "again.json")
    assert again[1].replace("again.json", "game.json") == out
    assert (claim.folder / "game.json").read_bytes() == (claim.folder / "again.json").read_bytes()
    record = json.loads((claim.folder / "game.json").read_text(encoding="utf-8"))
    told = [line.partition(" (")[0].replace(" ", "_") for line in out.splitlines() if " cards): " in line]
    assert told == record["factions"] and len(record["with"]) > 1
    status, replayed, err = claim("replay", "game.json")
    assert (status, err) == (0, "") and replayed.startswith("Claim, 3 players")


def test_a_program_is_told_what_was_drawn(claim: Console) -> None:
    out = claim("play", "--random-factions", "--json", "--seats", "random,random", "--seed", "5")[1]
    assert out.startswith('{"type": "drawn", "factions": ["')


def test_factions_are_named_or_drawn_and_not_both(claim: Console) -> None:
    status, out, err = claim("play", "--random-factions", "--factions", "goblins")
    assert (status, out) == (2, "") and "--factions names the line-up, --random-factions draws one" in err


def test_factions_of_all_sets_are_found_as_people_write_them(claim: Console) -> None:
    status, _, err = claim(
        "play", "--factions", "Elves,Orcs, HYBRIDS,Sandworms,Bards,Cyclops", "--seats", "random,random",
    )
    assert status == 0, err
    status, _, err = claim("play", "--factions", "Elfes,Orcs,Hybrids,Sandworms,Bards,Cyclops")
    assert status == 2 and "did you mean 'elves'?" in err
