"""What a seat sees, as rows for each panel: the trick, votes, piles, powers, the hand and what may be chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from claimdsl.engine.action import Action
from claimdsl.engine.events import HIDDEN, Drew, Event, Moved, Ranked, Showed, StateSet, TrickEnded
from claimdsl.engine.game import Game
from claimdsl.engine.observation import Observation, PileView
from claimdsl.engine.state import State
from claimdsl.ir.labels import is_card, parts
from claimdsl.ir.nodes import Origin
from claimdsl.ui import board
from claimdsl.ui.messages import View
from claimdsl.ui.names import Names
from claimdsl.ui.narrate import as_seen
from claimdsl.ui.text import capital, padded, shorter, width_of
from claimdsl.ui.tui.rows import Group, Piece, Row, cut, filled, flowed, row, width
from claimdsl.ui.tui.signs import Signs

PRIZES = "prizes"
_APART = frozenset({"hand", "discard", PRIZES})
_LONGEST_NAME = 14
Rule = tuple[str, str]


def heading(game: Game, seen: Observation, names: Names) -> str:
    """Say which game it is and where it stands."""
    words = names.words
    title = game.ruleset.title(words.language)
    return words.speech.phrase(
        "{title}, {count} {players} -- {phase}, {trick} {number}", title=title, count=game.players,
        players=words.many("player"), phase=words.phase(seen.phase), trick=words.say("trick"), number=seen.trick_number,
    )


# --- the trick -------------------------------------------------------------------------------------------------------


def trick(view: View, game: Game, signs: Signs, columns: int, *, with_last: bool) -> Iterator[Row]:
    """Show the prizes, who played what, and the last trick."""
    names, seen = signs.names, view.seen
    called = [names.who(seat) for seat in range(game.players)]
    heads = [capital(names.words.many("prize")), *(shorter(name, _LONGEST_NAME) for name in called)]
    widest = max(map(width_of, heads))
    prizes = [label for pile in seen.piles if pile.pile == PRIZES for label in pile.cards]
    if prizes:
        yield row(padded(heads[0], widest), "  ", signs.cards(prizes))
    played = dict(seen.plays)
    for seat in [(seen.leader + place) % game.players for place in range(game.players)]:
        card = signs.card(played[seat]) if seat in played else row(Piece("...", "faint"))
        turn = Piece(" <", "strong") if seat == seen.to_move else ""
        yield row(Piece(padded(shorter(called[seat], _LONGEST_NAME), widest), "strong"), "  ", card, turn)
    if view.last is not None and with_last:
        yield from _last(view.last, signs, columns)


def _last(last: TrickEnded, signs: Signs, columns: int) -> list[Row]:
    """Say how the last trick went, the strongest play first, in one row or in two."""
    cards = dict(last.plays)
    title = signs.names.words.speech.phrase("Last trick:")
    head = row(Piece(f"{title} ", "faint"))
    told = [row(signs.names.who(seat), " ", signs.card(cards[seat])) for seat in last.ranking if seat in cards]
    rest: Row = ()
    for one in told[1:]:
        rest = row(rest, " " if rest else "", "> ", one)
    return flowed([row(head, *told[:1]), *([rest] if rest else [])], columns, " ")


def piles(view: View, game: Game, signs: Signs, columns: int) -> list[Row]:
    """Show what lies beside the trick."""
    found = [
        row(board.pile(pile, signs.names, _contents(pile, signs)))
        for pile in view.seen.piles
        if pile.size and pile.pile not in _APART and pile.pile != game.ruleset.scored_pile
    ]
    return flowed([*found, *(states(view.seen, signs.names) if view.tally else ())], columns, " | ")


def _contents(pile: PileView, signs: Signs) -> str:
    return signs.brief((*pile.cards, *("?" for _ in range(pile.hidden))))


def states(seen: Observation, names: Names) -> Iterator[Row]:
    """Show the states of the game."""
    for state in board.states(seen, names):
        yield row(Piece(capital(state)))


# --- votes -----------------------------------------------------------------------------------------------------------


def sides(game: Game, names: Names) -> list[int]:
    """Give the sides in the order in which they are shown: the reader's own first."""
    return sorted(range(len(game.sides)), key=lambda side: (names.viewer not in game.sides[side], side))


def votes_title(game: Game, view: View, names: Names) -> str:
    """Say whose counts stand where."""
    if not view.tally:
        return names.words.speech.phrase("State")
    head = " : ".join(shorter(names.side(game.sides[side]), _LONGEST_NAME) for side in sides(game, names))
    return f"{capital(names.words.many('vote'))}  {head}"


def votes(view: View, game: Game, signs: Signs, columns: int) -> Iterator[Row]:
    """Show each faction, the cards that each side has of it, and who has its vote as things stand."""
    names = signs.names
    if not view.tally:
        yield from states(view.seen, names)
        return
    order = sides(game, names)
    heads = {one.faction: signs.faction(one.faction) for one in view.tally}
    counts = {one.faction: ":".join(str(one.counts[side]) for side in order) for one in view.tally}
    widest, broad = max(map(width, heads.values())), max(map(len, counts.values()))
    for one in view.tally:
        leader = "" if one.side is None else names.side(game.sides[one.side])
        mine = one.side is not None and names.viewer in game.sides[one.side]
        tail = row("  ", counts[one.faction].rjust(broad), "  ", Piece(leader, "strong" if mine else ""))
        room = max(columns - 2 - broad - min(width(tail) - 2 - broad, 8), 8)
        name = cut(heads[one.faction], min(widest, room))
        yield cut(row(filled(name, min(widest, room)), tail), columns)


# --- powers ----------------------------------------------------------------------------------------------------------


def powers(view: View, signs: Signs, acted: frozenset[Rule], columns: int) -> list[Row]:
    """Name the powers that are asked in this phase; those that have just acted are lit."""
    asked = {(rule.faction, rule.power): rule for rule in view.powers}
    title = signs.names.words.speech.phrase("Powers:")
    head = row(Piece(title, "faint"))
    told = [signs.power(rule, acted=key in acted) for key, rule in asked.items()] or [row(Piece("-", "faint"))]
    return flowed([head, *told], columns, "  ")


def acted(events: Iterable[Event], viewer: int | None) -> frozenset[Rule]:
    """Give the powers of factions that decided something, as far as a seat is told."""
    rules: list[Origin | None] = []
    for event in as_seen(events, viewer):
        match event:
            case Ranked() if event.plays:
                rules.append(event.plays[0].power)
            case TrickEnded():
                rules.append(event.leader_rule)
            case Moved() | Drew() | StateSet():
                rules.append(event.rule)
            case Showed() if viewer is None or event.seats >> viewer & 1:
                rules.append(event.rule)
            case _:
                pass
    return frozenset((rule.faction, rule.power) for rule in rules if rule is not None and rule.faction)


# --- cards to choose from --------------------------------------------------------------------------------------------


def hand(held: Sequence[str], actions: Sequence[Action], signs: Signs, cursor: int) -> list[Group]:
    """Group a hand by faction, with the number of each card that may be played."""
    numbers = {action.option: number for number, action in enumerate(actions, start=1) if action.verb == "play"}
    return _by_faction(held, numbers, signs, cursor)


def hands(state: State, signs: Signs) -> list[Group]:
    """Show every hand to one who looks on, each faction once and by its badge; to a seat the others in number."""
    found, names = [], signs.names
    for seat in range(state.game.players):
        name = shorter(names.who(seat), _LONGEST_NAME)
        cards = state.pile("hand", seat)
        if names.viewer is not None:
            cards = state.observation(seat).hand if seat == names.viewer else (HIDDEN,) * len(cards)
        held = signs.brief(cards) or "-"
        found.append(Group(row(Piece(name, "strong")), tuple(map(Piece, held.split("  ")))))
    return found


def choices(actions: Sequence[Action], signs: Signs, cursor: int) -> list[Group]:
    """Group what may be chosen that is no play: cards by faction, and the rest."""
    numbers = {action.option: number for number, action in enumerate(actions, start=1) if action.verb != "play"}
    rest = tuple(
        _item(signs.names.choice(action.verb, action.option), number, cursor)
        for number, action in enumerate(actions, start=1)
        if action.verb != "play" and not is_card(action.option)
    )
    groups = _by_faction([label for label in numbers if is_card(label)], numbers, signs, cursor)
    return [*groups, Group((), rest)] if rest else groups


def _by_faction(labels: Sequence[str], numbers: dict[str, int], signs: Signs, cursor: int) -> list[Group]:
    items: dict[str, list[Piece]] = {}
    for label, times in sorted(Counter(labels).items(), key=lambda pair: signs.names.words.place(pair[0])):
        faction, value = parts(label)
        text = f"{value} x{times}" if times > 1 else value
        items.setdefault(faction, []).append(_item(text, numbers.get(label, 0), cursor))
    return [Group(signs.faction(faction), tuple(items[faction])) for faction in items]


def _item(text: str, number: int, cursor: int) -> Piece:
    """Write something that may be chosen with its number; what may not be chosen has none."""
    if not number:
        return Piece(text, "faint")
    if number == cursor:
        return Piece(f">{text} [{number}]", "cursor", str(number))
    return Piece(f"{text} [{number}]", "strong", str(number))
