"""The digest of a ruleset: SHA-256 of its canonical form, in which comments, titles and places do not count."""

from __future__ import annotations

import hashlib
import json

from claimdsl.frontend import syntax
from claimdsl.frontend.canonical import canonical

Json = str | int | bool | None | list["Json"] | dict[str, "Json"]


def digest(ruleset: syntax.Ruleset) -> str:
    """Give the digest of a resolved ruleset, as 64 hexadecimal digits."""
    text = json.dumps(_ruleset(ruleset), ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _ruleset(ruleset: syntax.Ruleset) -> Json:
    return {
        "setup": [_column(column) for column in ruleset.setup],
        "pairs": [_words(group) for group in ruleset.pairs],
        "line_up": [[each.players, each.pairs, each.free, _words(each.default)] for each in ruleset.line_up],
        "options": [[each.name, _words(each.values), _word(each.fixed)] for each in ruleset.options],
        "piles": _piles(ruleset.piles),
        "state": _states(ruleset.state),
        "terms": _terms(ruleset.terms),
        "phases": _phases(ruleset.phases),
        "rules": [_power(power) for power in ruleset.rules],
        "factions": [_faction(faction) for faction in ruleset.factions],
        "scoring": None if ruleset.scoring is None else [_word(ruleset.scoring.pile), _keys(ruleset.scoring.ranks)],
    }


def _faction(faction: syntax.Faction) -> Json:
    faces: dict[str, Json] = {face.name: face.value for face in sorted(faction.faces, key=lambda face: face.value)}
    return {
        "name": faction.name,
        "cards": _cards(faction.cards),
        **({"faces": faces} if faces else {}),
        "deal": None if faction.deal is None else faction.deal[0],
        "rest": _word(faction.rest),
        "side": [[side.pile, _word(side.faction), _cards(side.cards)] for side in faction.side],
        "piles": _piles(faction.piles),
        "state": _states(faction.state),
        "terms": _terms(faction.terms),
        "phases": _phases(faction.phases),
        "powers": [_power(power) for power in faction.powers],
    }


def _power(power: syntax.Power) -> Json:
    return {
        "name": power.name,
        "phase": None if power.phases is None else _words(power.phases),
        "player_counts": None if power.player_counts is None else list(power.player_counts),
        "when": _expr(power.when),
        "cards": _word(power.cards),
        "priority": power.priority,
        "hooks": [_hook(hook) for hook in power.hooks],
    }


def _hook(hook: syntax.Hook) -> Json:
    block = None if hook.block is None else canonical(hook.block)
    return [hook.name, _expr(hook.expr), block, None if hook.keys is None else _keys(hook.keys)]


def _keys(keys: tuple[syntax.Key, ...]) -> Json:
    return [[key.name, canonical(key.expr)] for key in keys]


def _column(column: syntax.SetupColumn) -> Json:
    return [column.players, [[word.text, value] for word, value, _ in column.rows]]


def _piles(piles: tuple[syntax.Pile, ...]) -> Json:
    return [[pile.name, _word(pile.of), _word(pile.seen_by), _word(pile.written)] for pile in piles]


def _states(states: tuple[syntax.State, ...]) -> Json:
    return [[state.name, _word(state.of), state.low, state.high, _word(state.kind)] for state in states]


def _terms(terms: tuple[syntax.Term, ...]) -> Json:
    return [[term.name, canonical(term.expr)] for term in terms]


def _phases(phases: tuple[syntax.Phase, ...]) -> Json:
    return [[phase.name, _expr(phase.tricks)] for phase in phases]


def _cards(cards: syntax.Cards | None) -> str | None:
    return None if cards is None else canonical(cards)


def _expr(expr: syntax.Expr | None) -> str | None:
    return None if expr is None else canonical(expr)


def _word(word: syntax.Word | None) -> str | None:
    return None if word is None else word.text


def _words(words: tuple[syntax.Word, ...]) -> Json:
    return [word.text for word in words]
