"""Switches that seldom matter: games and endings in which they do, against a few lines that know the rules of record.

Source: rules.md sections 4 to 6.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import pytest

from claimdsl.engine import events as ev
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.outcome import Outcome, outcome
from claimdsl.engine.state import State
from tests import laws, shelf


def faction_of(card: str) -> str:
    return card.split(":")[0]


def value_of(card: str) -> int:
    return int(card.split(":")[1])


def of(faction: str, cards: tuple[str, ...]) -> list[str]:
    return [card for card in cards if faction_of(card) == faction]


# --- how a game ends --------------------------------------------------------------------------------------------------


def vote(piles: list[list[str]], cascade: bool) -> int | None:
    """Say which side has a faction's vote, from its cards in each side's pile."""
    most = max(map(len, piles))
    tied = [side for side, cards in enumerate(piles) if len(cards) == most]
    depth = most if cascade else min(most, 1)
    for place in range(depth):
        column = {side: sorted(map(value_of, piles[side]), reverse=True)[place] for side in tied}
        tied = [side for side in tied if column[side] == max(column.values())]
    return tied[0] if len(tied) == 1 else None


def winners(
    piles: list[tuple[str, ...]], factions: tuple[str, ...], options: Mapping[str, str]
) -> tuple[list[int], str]:
    """Say which sides win, and by what."""
    cascade = options["faction_tie"] == "cascade"
    owner = {name: vote([of(name, cards) for cards in piles], cascade) for name in factions}
    won = [
        [card for name in factions if owner[name] == side for card in of(name, cards)]
        for side, cards in enumerate(piles)
    ]
    votes = Counter(side for side in owner.values() if side is not None)
    sides = list(range(len(piles)))
    needed = 3 if options["victory"] == "three" else 0
    if max(votes.values(), default=0) >= needed:
        sides = [side for side in sides if votes[side] == max(votes.values(), default=0)]
    steps: dict[str, list[tuple[str, Callable[[list[str]], int]]]] = {
        "cards_value": [("cards", len), ("value", lambda cards: sum(map(value_of, cards)))],
        "highest_card": [("highest_card", lambda cards: max(map(value_of, cards), default=-1))],
        "shared": [],
    }
    name = "factions"
    for key, measure in steps[options["game_tie"]]:
        if len(sides) > 1:
            name = key
            sides = [side for side in sides if measure(won[side]) == max(measure(won[other]) for other in sides)]
    return sides, "shared" if len(sides) > 1 else name


def piles_of(game: Game, held: list[list[str]]) -> list[tuple[str, ...]]:
    return [tuple(card for seat in side for card in held[seat]) for side in game.sides]


def ending(last: State, held: list[list[str]]) -> Outcome:
    """Count a finished game as if the score piles held these cards, all others being discarded."""
    game = last.game
    v = last._v.copy()
    for slot in game.layout.all_slots():
        v[slot.index] = () if slot.ordered else 0
    left = {label: [card for card, name in enumerate(game.binding.labels) if name == label] for label in game.cards}
    for seat, cards in enumerate(held):
        v[game.layout.piles["score"] + seat] = sum(1 << left[card].pop() for card in cards)
    v[game.layout.piles["discard"]] = sum(1 << card for cards in left.values() for card in cards)
    return outcome(game, v)


def scattered(game: Game, rng: random.Random) -> list[list[str]]:
    """Give score piles at random, of many or few cards."""
    held: list[list[str]] = [[] for _ in range(game.players)]
    lost = rng.choice([0.0, 0.3, 0.8, 0.93])
    for card in game.cards:
        if rng.random() >= lost:
            held[rng.randrange(game.players)].append(card)
    return held


ENDINGS = [
    dict(zip(("victory", "game_tie", "faction_tie"), values, strict=True)) for values in product(
        ("most", "three"), ("cards_value", "highest_card", "shared"), ("cascade", "highest")
    )
]


@pytest.mark.parametrize("options", ENDINGS, ids=lambda options: "-".join(options.values()))
def test_every_way_to_end(options: dict[str, str]) -> None:
    """Hundreds of endings agree with the rules of record, and each way to decide is among them."""
    rng = random.Random(5)
    decided: Counter[str] = Counter()
    for players in (2, 3, 4):
        game = shelf.ruleset().game(players, options=options)
        last = laws.play_through(game.deal(1), Rng(1))[-1]
        for _ in range(500 if players == 3 else 120):
            held = scattered(game, rng)
            found = ending(last, held)
            sides, key = winners(piles_of(game, held), game.factions, options)
            assert (list(found.winners), found.decided_by) == (sides, key), (held, options)
            decided[key] += 1
            decided["nobody at three"] += options["victory"] == "three" and max(found.votes or (9,)) < 3
            left = [len(step.left) for step in found.steps]
            decided["three-way"] += left[0] == 3 and 2 in left
    further = {"cards_value": "cards", "highest_card": "highest_card", "shared": "shared"}
    expected = {"factions", "shared", further[options["game_tie"]]}
    expected |= {"nobody at three"} if options["victory"] == "three" else set()
    expected |= {"three-way"} if options["game_tie"] != "shared" else set()
    assert expected <= {key for key, count in decided.items() if count}


@dataclass(frozen=True)
class Ending:
    """Score piles by seat, of the default line-up for so many players, and what they lead to under some options."""

    name: str
    options: dict[str, str]
    held: list[str]
    winners: tuple[int, ...]
    decided_by: str


TWO_EACH = ["goblins:9 undead:9 undead:8", "knights:9 dwarves:9"]
CONSTRUCTED = [
    Ending("three votes win", {"victory": "three"},
           ["goblins:1 knights:2 undead:3", "dwarves:9 doppelgangers:9"], (0,), "factions"),
    Ending("two votes to one are enough for most", {}, ["goblins:1 knights:2", "dwarves:9"], (0,), "factions"),
    Ending("nobody at three: all go on, one vote may win", {"victory": "three"},
           ["goblins:1 knights:2", "dwarves:9 dwarves:8 dwarves:7"], (1,), "cards"),
    Ending("nobody at three, shared", {"victory": "three", "game_tie": "shared"},
           ["goblins:1 knights:2", "dwarves:9"], (0, 1), "shared"),
    Ending("equal votes: more cards in the factions won", {}, TWO_EACH, (0,), "cards"),
    Ending("cards of factions that were lost do not count", {},
           ["goblins:9 undead:9", "knights:9 dwarves:1 goblins:1"], (0,), "value"),
    Ending("equal cards: the sum of values", {}, ["goblins:9 undead:9", "knights:9 dwarves:8"], (0,), "value"),
    Ending("equal sums: shared", {}, ["goblins:9 undead:8", "knights:9 dwarves:8"], (0, 1), "shared"),
    Ending("highest card", {"game_tie": "highest_card"},
           ["goblins:8 undead:8 undead:7 undead:6", "knights:9 dwarves:0"], (1,), "highest_card"),
    Ending("equal highest cards: shared", {"game_tie": "highest_card"},
           ["goblins:9 undead:8 undead:7", "knights:9 dwarves:0"], (0, 1), "shared"),
    Ending("shared at once", {"game_tie": "shared"}, TWO_EACH, (0, 1), "shared"),
    Ending("a faction's tie goes on to the next card", {},
           ["goblins:0 goblins:0 goblins:3 knights:2", "goblins:0 goblins:0 goblins:2 dwarves:9"], (0,), "factions"),
    Ending("nothing at all is shared", {}, ["", ""], (0, 1), "shared"),
    Ending("three ways: the vote drops one, the cards another", {},
           ["goblins:9 undead:9 undead:8", "knights:9 dwarves:9", "seers:9"], (0,), "cards"),
    Ending("three ways: only the two still tied are compared", {},
           ["goblins:1 undead:1", "knights:2 dwarves:9", "seers:9 seers:8 seers:7 seers:6"], (1,), "value"),
    Ending("three ways, nobody at three: the one-vote side has most cards", {"victory": "three"},
           ["goblins:1 undead:1", "knights:2 dwarves:9", "seers:9 seers:8 seers:7 seers:6"], (2,), "cards"),
    Ending("three ways: two of three share", {"game_tie": "highest_card"},
           ["goblins:9", "knights:9", "seers:8"], (0, 1), "shared"),
    Ending("partners pool their cards", {},
           ["goblins:1", "goblins:9 knights:9", "goblins:2 dwarves:5", ""], (0,), "factions"),
]


@pytest.mark.parametrize("case", CONSTRUCTED, ids=lambda case: case.name)
def test_constructed_endings(case: Ending) -> None:
    game = shelf.ruleset().game(len(case.held), options=case.options)
    last = laws.play_through(game.deal(1), Rng(1))[-1]
    held = [cards.split() for cards in case.held]
    found = ending(last, held)
    assert (found.winners, found.decided_by) == (case.winners, case.decided_by)
    assert winners(piles_of(game, held), game.factions, game.options) == (list(case.winners), case.decided_by)


@pytest.mark.parametrize(("value", "side"), [("cascade", 0), ("highest", None)])
def test_equal_highest_cards_of_a_faction(value: str, side: int | None) -> None:
    """Gnomes have equal cards; only the cascade looks at the second one."""
    game = shelf.ruleset("claim2").game(options={"faction_tie": value})
    last = laws.play_through(game.deal(1), Rng(1))[-1]
    found = ending(last, [["gnomes:7", "gnomes:5"], ["gnomes:7", "gnomes:3"]])
    gnomes = next(one for one in found.factions if one.faction == "gnomes")
    assert gnomes.side == side


def test_games_that_are_played_end_by_the_rules() -> None:
    """Real games of every preset and player count, by the same few lines."""
    for name, players in [("base", 2), ("base", 3), ("base", 4), ("claim2", 3), ("french", 2), ("printed-2017", 2)]:
        game = shelf.ruleset(name).game(players)
        for seed in range(12):
            last = laws.play_through(game.deal(seed), Rng(seed))[-1]
            found = last.outcome
            assert found is not None
            piles = piles_of(game, [list(last.pile("score", seat)) for seat in range(players)])
            sides, key = winners(piles, game.factions, game.options)
            assert (list(found.winners), found.decided_by) == (sides, key)


# --- switches within the game -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trick:
    """A finished trick, the piles before it, and what lies where after it."""

    event: ev.TrickEnded
    before: Mapping[str, object]
    after: Mapping[str, object]
    last: bool

    def has(self, faction: str) -> list[str]:
        return [card for _, card in self.event.plays if faction_of(card) == faction]

    def in_pile(self, name: str, seat: int) -> tuple[str, ...]:
        piles = self.after[name]
        assert isinstance(piles, tuple)
        return tuple(map(str, piles[seat]))


def tricks(last: State, phase: str) -> Iterator[Trick]:
    events = [event for event in last.events if isinstance(event, ev.TrickEnded)]
    before: Mapping[str, object] = {"middle": (), "display": ((),) * last.game.players}
    for index, event in enumerate(events):
        after = dict(event.piles)
        if event.phase == phase:
            yield Trick(event, before, after, index + 1 == len(events))
        before = after


def played(players: int, factions: tuple[str, ...], option: str, value: str, count: int) -> Iterator[State]:
    game = shelf.ruleset().game(players, factions, {option: value})
    for seed in range(count):
        yield laws.play_through(game.deal(seed), Rng(seed))[-1]


def ranking(plays: tuple[tuple[int, str], ...], followers_first: bool) -> tuple[int, ...]:
    """Rank a trick of core factions: class, value, earlier play."""
    led = faction_of(plays[0][1])

    def key(place: int) -> tuple[int, int, int]:
        faction, value = faction_of(plays[place][1]), value_of(plays[place][1])
        rank = 2 if led == "goblins" and faction == "knights" else int(faction in (led, "doppelgangers"))
        return -rank, 0 if followers_first and rank == 0 else -value, place

    return tuple(plays[place][0] for place in sorted(range(len(plays)), key=key))


FULL = ("goblins", "knights", "undead", "dwarves", "doppelgangers", "dragons", "seers")


@pytest.mark.parametrize("value", ["total_order", "followers_first"])
@pytest.mark.parametrize("players", [3, 4])
def test_second_place(players: int, value: str) -> None:
    mattered = 0
    for last in played(players, FULL, "second_place", value, 5):
        for phase in ("recruit", "collect"):
            for trick in tricks(last, phase):
                plays = trick.event.plays
                assert trick.event.ranking == ranking(plays, value == "followers_first")
                mattered += ranking(plays, True) != ranking(plays, False)
    assert mattered > 10


def receiver(trick: Trick, receiver_option: str, tie: str) -> int:
    plays = trick.event.plays
    if len(plays) == 2:
        return next(seat for seat, _ in plays if seat != trick.event.winner)
    if receiver_option == "last_ranked":
        return trick.event.ranking[-1]
    seats = [play for play in plays if receiver_option == "lowest" or play[0] != trick.event.winner]
    lowest = [seat for seat, card in seats if value_of(card) == min(value_of(other) for _, other in seats)]
    return lowest[-1] if tie == "later" else lowest[0]


@pytest.mark.parametrize("tie", ["later", "earlier"])
@pytest.mark.parametrize("option", ["lowest", "lowest_loser", "last_ranked"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_receives_dwarves(players: int, option: str, tie: str) -> None:
    factions = FULL if players > 2 else FULL[:5]
    game = shelf.ruleset().game(players, factions, {"dwarf_receiver": option, "dwarf_tie": tie})
    mattered: Counter[str] = Counter()
    for seed in range(12):
        last = laws.play_through(game.deal(seed), Rng(seed))[-1]
        for trick in tricks(last, "collect"):
            expected = receiver(trick, option, tie)
            for card in trick.has("dwarves"):
                assert card in trick.in_pile("score", expected)
                others = {receiver(trick, other, tie) for other in ("lowest", "last_ranked")}
                mattered["receiver"] += others != {expected}
                mattered["tie"] += receiver(trick, option, "earlier") != receiver(trick, option, "later")
    assert players == 2 or mattered["receiver"] > 3
    assert players == 2 or option == "last_ranked" or mattered["tie"]


CLAIM2 = ("gnomes", "giants", "dragons", "trolls", "seers", "undead", "dwarves")


@pytest.mark.parametrize("value", ["choose", "every"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_giants_smash(players: int, value: str) -> None:
    factions = CLAIM2 if players > 2 else CLAIM2[:5]
    many = 0
    for last in played(players, factions, "giant_target", value, 12 if players < 4 else 40):
        for trick in tricks(last, "collect"):
            winner = trick.event.winner
            before = trick.before["display"]
            assert isinstance(before, tuple)
            displays = [list(cards) for cards in before]
            displays[winner] += trick.has("gnomes")
            partners = next(side for side in last.game.sides if winner in side)
            for giant in trick.has("giants"):
                gnome = f"gnomes:{value_of(giant)}"
                hit = [seat for seat in range(players) if seat not in partners and gnome in displays[seat]]
                many += len(hit) > 1
                if value == "choose" and len(hit) > 1:
                    hit = [seat for seat in hit if count(trick, seat, gnome) < displays[seat].count(gnome)][:1]
                for seat in hit:
                    displays[seat].remove(gnome)
            if value == "every" or len(trick.has("giants")) < 2:
                for seat in range(players):
                    assert sorted(displays[seat]) == sorted(trick.in_pile("display", seat))
    assert players == 2 or many


def count(trick: Trick, seat: int, card: str) -> int:
    return trick.in_pile("display", seat).count(card)


@pytest.mark.parametrize("value", ["best", "sweep"])
def test_trolls_of_the_middle(value: str) -> None:
    mattered = 0
    for last in played(3, CLAIM2, "troll_rest", value, 8):
        for trick in tricks(last, "collect"):
            before, new = set(trick.before["middle"]), set(trick.has("trolls"))  # type: ignore[call-overload]
            best, swept = (stay - {max(stay, key=value_of, default="")} for stay in (before | new, new))
            stays = best if value == "best" else swept
            assert set(trick.after["middle"]) == (set() if trick.last else stays)  # type: ignore[call-overload]
            taken = before | new if trick.last else (before | new) - stays
            assert taken <= set(trick.in_pile("score", trick.event.winner))
            mattered += best != swept and not trick.last
    assert mattered > 3


@pytest.mark.parametrize("value", ["carry", "winner"])
def test_who_leads_the_second_phase(value: str) -> None:
    mattered = 0
    for last in played(3, CLAIM2, "dragon_carry", value, 40):
        *_, end = tricks(last, "recruit")
        start = next(tricks(last, "collect"))
        dragons = [seat for seat, card in end.event.plays if faction_of(card) == "dragons"]
        winner = end.event.winner
        assert start.event.leader == (dragons[-1] if dragons and value == "carry" else winner)
        mattered += bool(dragons) and dragons[-1] != winner
        for trick in [*tricks(last, "recruit")][:-1]:
            dragons = [seat for seat, card in trick.event.plays if faction_of(card) == "dragons"]
            assert trick.event.next_leader == (dragons[-1] if dragons else trick.event.winner)
    assert mattered > 3


NOBODY_AT_THREE = (240, 2218, 5295, 5469)
"""Seeds of games, found by search, in which no player has more than two votes."""


def test_real_games_with_nobody_at_three() -> None:
    """The same moves under both kinds of victory: by `three` all players go on, those with one vote too."""
    differs = 0
    for seed in NOBODY_AT_THREE:
        rules = shelf.ruleset()
        last = laws.play_through(rules.game(3, CLAIM2, {"faction_tie": "highest"}).deal(seed), Rng(seed))[-1]
        again = rules.game(3, CLAIM2, {"faction_tie": "highest", "victory": "three"}).deal(seed)
        for action in last.history:
            again = again.apply(action)
        most, three = last.outcome, again.outcome
        assert most is not None and three is not None and most.votes is not None
        assert most.votes == three.votes and max(most.votes) == 2
        assert three.steps[0].left == (0, 1, 2)
        differs += most.steps[0].left != three.steps[0].left
        piles = piles_of(again.game, [list(again.pile("score", seat)) for seat in range(3)])
        assert winners(piles, again.game.factions, again.game.options) == (list(three.winners), three.decided_by)
    assert differs == 3
