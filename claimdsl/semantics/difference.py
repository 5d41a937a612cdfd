"""What changes from one ruleset to another: both as a list of things with facets, and these compared one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from claimdsl.diagnostics.source import Span
from claimdsl.frontend import syntax
from claimdsl.frontend.canonical import canonical
from claimdsl.frozen import Frozen
from claimdsl.ir.vocabulary import HOOKS, Body
from claimdsl.semantics.speech import listing

NEW, GONE, CHANGED = "new", "gone", "changed"
SECTIONS = (
    "words", "setup", "line-up", "options", "piles", "state", "terms", "phases", "rules", "factions", "scoring",
)


class Facet(Frozen):
    """One thing that is said of a thing: its text and where it stands."""

    text: str
    span: Span


class Thing(Frozen):
    """Something that a ruleset has.  `faction` is whose it is, "" for the table's; `facets` by name, in order."""

    section: str
    name: str
    faction: str
    span: Span
    facets: Mapping[str, Facet]


class Difference(Frozen):
    """A thing that is new or gone, or one facet of it that changed (None on the side where it is not said).

    `what` is a sentence without a full stop.
    """

    kind: str
    section: str
    what: str
    faction: str
    old: Facet | None
    new: Facet | None


def differences(old: syntax.Ruleset, new: syntax.Ruleset) -> tuple[Difference, ...]:
    """Compare two rulesets; the differences come section by section.  What the rulesets are called is left aside."""
    before, after = _by_name(old), _by_name(new)
    found = [*_changes(before, after), *_orders(old, new)]
    return tuple(sorted(found, key=lambda each: SECTIONS.index(each.section)))


def _by_name(ruleset: syntax.Ruleset) -> dict[tuple[str, str], Thing]:
    return {(thing.section, thing.name): thing for thing in _things(ruleset)}


def _changes(
    before: Mapping[tuple[str, str], Thing], after: Mapping[tuple[str, str], Thing]
) -> Iterator[Difference]:
    for key in dict.fromkeys((*before, *after)):
        old, new = before.get(key), after.get(key)
        if old is None and new is not None:
            yield Difference(NEW, new.section, f"new: {new.name}", new.faction, None, _whole(new))
        elif old is not None and new is None:
            yield Difference(GONE, old.section, f"gone: {old.name}", old.faction, _whole(old), None)
        elif old is not None and new is not None:
            yield from _facets(old, new)


def _facets(old: Thing, new: Thing) -> Iterator[Difference]:
    for name in dict.fromkeys((*old.facets, *new.facets)):
        one, other = old.facets.get(name), new.facets.get(name)
        if (None if one is None else one.text) != (None if other is None else other.text):
            yield Difference(CHANGED, old.section, _changed(old, name, one, other), old.faction, one, other)


def _changed(thing: Thing, name: str, old: Facet | None, new: Facet | None) -> str:
    if name not in HOOKS:
        return f"{thing.name}: {name}"
    if HOOKS[name].body is Body.EVENT:
        acts = "acts" if old is None else "no longer acts" if new is None else "acts otherwise"
        return f"{thing.name} {acts} at {name}"
    answers = "answers" if old is None else "no longer answers" if new is None else "answers otherwise"
    return f"{thing.name} {answers} {name}"


def _whole(thing: Thing) -> Facet:
    return Facet("\n".join(f"{name}: {facet.text}" for name, facet in thing.facets.items()), thing.span)


def _orders(old: syntax.Ruleset, new: syntax.Ruleset) -> Iterator[Difference]:
    """Compare the order of factions, of powers, and of the keys that rank the sides: it is the order of asking."""
    yield from _order("factions", "the factions", "", old.factions, new.factions)
    yield from _order("rules", "the powers of the table", "", old.rules, new.rules)
    others = {faction.name: faction for faction in new.factions}
    for faction in old.factions:
        if faction.name in others:
            name = f"the powers of {faction.name}"
            yield from _order("factions", name, faction.name, faction.powers, others[faction.name].powers)
    if old.scoring is not None and new.scoring is not None:
        yield from _order("scoring", "the ranks", "", old.scoring.ranks, new.scoring.ranks)


_Named = syntax.Faction | syntax.Power | syntax.Key


def _order(
    section: str, what: str, faction: str, old: Iterable[_Named], new: Iterable[_Named]
) -> Iterator[Difference]:
    before, after = {each.name: each for each in old}, {each.name: each for each in new}
    one, other = [name for name in before if name in after], [name for name in after if name in before]
    if one != other:
        yield Difference(
            CHANGED, section, f"{what} come in another order", faction, Facet(", ".join(one), before[one[0]].span),
            Facet(", ".join(other), after[other[0]].span),
        )


# --- things ----------------------------------------------------------------------------------------------------------


def _things(ruleset: syntax.Ruleset) -> Iterator[Thing]:
    for word, text in ruleset.words:
        yield _thing("words", f"the word '{word.text}'", word.span, _texts(text=text))
    for column in ruleset.setup:
        rows = {word.text: Facet(str(value), span) for word, value, span in column.rows}
        yield _thing("setup", f"setup for {column.players} players", column.span, rows)
    yield _pairs(ruleset)
    for line_up in ruleset.line_up:
        yield _line_up(line_up)
    for option in ruleset.options:
        yield _option(option)
    for pile in ruleset.piles:
        yield _pile(pile, "")
    for state in ruleset.state:
        yield _state(state, "")
    for term in ruleset.terms:
        yield _term(term, "")
    for phase in ruleset.phases:
        yield _phase(phase, "")
    for power in ruleset.rules:
        yield _power(power, "")
    for faction in ruleset.factions:
        yield from _faction(faction)
    if ruleset.scoring is not None:
        yield _scoring(ruleset.scoring)


def _thing(section: str, name: str, span: Span, facets: Mapping[str, Facet], faction: str = "") -> Thing:
    whose = f" of {faction}" if faction and name != faction and not name.startswith("faction ") else ""
    return Thing("factions" if faction else section, f"{name}{whose}", faction, span, facets)


def _texts(**texts: syntax.Text | None) -> dict[str, Facet]:
    return {
        name: Facet("; ".join(f"{code}: {words}" for code, words in text.by_language), text.span)
        for name, text in texts.items() if text is not None
    }


def _words(**words: syntax.Word | None) -> dict[str, Facet]:
    return {name: Facet(word.text, word.span) for name, word in words.items() if word is not None}


def _pairs(ruleset: syntax.Ruleset) -> Thing:
    text = ", ".join(" + ".join(word.text for word in pair) for pair in ruleset.pairs)
    span = ruleset.pairs[-1][0].span if ruleset.pairs and ruleset.pairs[-1] else ruleset.span
    return _thing("line-up", "the pairs", span, {"factions": Facet(text or "none", span)})


def _line_up(line_up: syntax.LineUp) -> Thing:
    default = line_up.default[0].span if line_up.default else line_up.span
    return _thing("line-up", f"line-up for {line_up.players} players", line_up.span, {
        "pairs": Facet(str(line_up.pairs), line_up.span), "free": Facet(str(line_up.free), line_up.span),
        "default": Facet(", ".join(word.text for word in line_up.default), default),
    })


def _option(option: syntax.Option) -> Thing:
    last = option.values[-1].span if option.values else option.span
    values = Facet(", ".join(word.text for word in option.values), last)
    return _thing("options", f"option '{option.name}'", option.span, {"values": values, **_words(fixed=option.fixed)})


def _pile(pile: syntax.Pile, faction: str) -> Thing:
    facets = _words(of=pile.of, seen_by=pile.seen_by, written=pile.written)
    if pile.holds is not None:
        facets["holds"] = Facet(str(pile.holds[0]), pile.holds[1])
    return _thing("piles", f"pile '{pile.name}'", pile.span, facets, faction)


def _state(state: syntax.State, faction: str) -> Thing:
    facets = _words(of=state.of, type=state.kind, shown=state.shown)
    if state.low is not None:
        facets["range"] = Facet(f"{state.low}..{state.high}", state.span)
    return _thing("state", f"state '{state.name}'", state.span, facets, faction)


def _term(term: syntax.Term, faction: str) -> Thing:
    text = Facet(canonical(term.expr), term.expr.span)
    return _thing("terms", f"term '{term.name}'", term.span, {"meaning": text}, faction)


def _phase(phase: syntax.Phase, faction: str) -> Thing:
    facets = _texts(title=phase.title)
    if phase.tricks is not None:
        facets["tricks"] = Facet(canonical(phase.tricks), phase.tricks.span)
    return _thing("phases", f"phase '{phase.name}'", phase.span, facets, faction)


def _power(power: syntax.Power, faction: str) -> Thing:
    facets = _texts(description=power.description)
    if power.phases is not None:
        facets["phase"] = Facet(listing([word.text for word in power.phases]), power.phases[0].span)
    if power.player_counts is not None:
        facets["player_counts"] = Facet(listing([str(count) for count in power.player_counts]), power.span)
    if power.when is not None:
        facets["when"] = Facet(canonical(power.when), power.when.span)
    facets |= _words(cards=power.cards)
    if power.priority is not None:
        facets["priority"] = Facet(str(power.priority), power.span)
    for hook in power.hooks:
        facets[hook.name] = Facet(_body(hook), hook.span)
    return _thing("rules", f"power '{power.name}'" if faction else f"the table's power '{power.name}'", power.span,
                  facets, faction)


def _body(hook: syntax.Hook) -> str:
    if hook.expr is not None:
        return canonical(hook.expr)
    if hook.block is not None:
        return canonical(hook.block)
    return "\n".join(f"{key.name}: {canonical(key.expr)}" for key in hook.keys or ())


def _faction(faction: syntax.Faction) -> Iterator[Thing]:
    facets: dict[str, Facet] = {}
    if faction.cards is not None:
        facets["cards"] = Facet(canonical(faction.cards), faction.cards.span)
    facets |= {f"face {face.name}": Facet(str(face.value), face.span) for face in faction.faces}
    if faction.deal is not None:
        facets["deal"] = Facet(str(faction.deal[0]), faction.deal[1])
    facets |= _words(rest=faction.rest)
    for side in faction.side:
        own = f" of {side.faction.text}" if side.faction is not None else ""
        facets[f"side pack {side.pile}"] = Facet(f"{canonical(side.cards)}{own}", side.span)
    facets |= _texts(title=faction.title, description=faction.description)
    yield _thing("factions", f"faction {faction.name}", faction.span, facets, faction.name)
    for pile in faction.piles:
        yield _pile(pile, faction.name)
    for state in faction.state:
        yield _state(state, faction.name)
    for term in faction.terms:
        yield _term(term, faction.name)
    for phase in faction.phases:
        yield _phase(phase, faction.name)
    for power in faction.powers:
        yield _power(power, faction.name)


def _scoring(scoring: syntax.Scoring) -> Thing:
    facets = {"from": Facet(scoring.pile.text, scoring.pile.span)} if scoring.pile is not None else {}
    facets |= {f"rank '{key.name}'": Facet(canonical(key.expr), key.span) for key in scoring.ranks}
    return _thing("scoring", "scoring", scoring.span, facets)
