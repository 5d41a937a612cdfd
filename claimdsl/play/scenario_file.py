"""Reading a scenario file: its text to scenarios, with every mistake of form at its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import Source, Span
from claimdsl.frontend.load import decode, load, whole_number
from claimdsl.frontend.tree import Entry, Mapping, Node, Scalar, Sequence
from claimdsl.play.scenario import FORMAT, Scenario, ScenarioFile, Want, Word, Words

_FILE = (FORMAT, "ruleset", "with", "scenarios")
SCENARIO = (
    "description", "with", "players", "factions", "options", "seed", "leader", "deck", "side_decks", "phase", "trick",
    "hands", "piles", "state", "play", "expect",
)
PLACING = ("phase", "trick", "hands", "piles", "state")
ONE, LIST, EACH = "one", "list", "each"
EXPECT = {
    "turn": ONE, "legal": LIST, "refuses": EACH, "winner": ONE, "ranking": LIST, "next_leader": ONE,
    "counts_as": EACH, "worth": EACH, "tier": EACH, "strength": EACH, "goes": EACH, "piles": EACH, "state": EACH,
    "known_to": EACH, "unknown_to": EACH, "phase": ONE, "trick": ONE, "votes": EACH, "result": EACH,
    "laws": ONE,
}
"""What may be expected, and in which form: one word, a list, or a mapping of either."""

RESULT = ("winners", "votes", "counts", "decided_by")


def read_scenarios(name: str, raw: bytes, report: Report) -> ScenarioFile | None:
    """Read a file of scenarios.

    Reports: what the loader does, CLM901 to CLM903, CLM905.
    """
    source = decode(name, raw, report)
    tree = None if source is None else load(source, report)
    if source is None or not isinstance(tree, Mapping) or report.has_errors:
        return None
    return _Reader(source, report).file(tree)


class _Reader:
    """Reads one tree."""

    def __init__(self, source: Source, report: Report) -> None:
        self._source = source
        self._report = report

    def file(self, tree: Mapping) -> ScenarioFile | None:
        """Read the whole file; None where it has mistakes."""
        self._check_format(tree)
        self._check_keys(tree, _FILE, "a file of scenarios")
        scenarios = [self._scenario(entry) for entry in self._entries(tree, "scenarios")]
        if tree.find("scenarios") is None:
            self._report.error("CLM902", "the file has no 'scenarios'", tree.entries[0].key.span)
        with_, ruleset = self._list(tree, "with"), self._one(tree, "ruleset")
        if self._report.has_errors:
            return None
        return ScenarioFile(self._source, ruleset, with_ or (), tuple(scenarios))

    def _check_format(self, tree: Mapping) -> None:
        first = tree.entries[0]
        if first.key.value != FORMAT:
            message = f"a file of scenarios begins with `{FORMAT}: 1`"
            near = nearest(first.key.value, (FORMAT,))
            self._report.error("CLM902", message, first.key.span, suggestion=near)
        elif not isinstance(first.value, Scalar) or first.value.value != "1":
            message = f"this version knows `{FORMAT}: 1`"
            self._report.error("CLM902", message, first.value.span, suggestion="1")

    def _check_keys(self, mapping: Mapping, known: Iterable[str], where: str) -> None:
        for entry in mapping.entries:
            if entry.key.value not in known:
                near = nearest(entry.key.value, known)
                message = f"{where} has no '{entry.key.value[:40]}'"
                hint = "" if near else f"it has {', '.join(known)}"
                self._report.error("CLM901", message, entry.key.span, suggestion=near, hint=hint)

    # --- one scenario ------------------------------------------------------------------------------------------------

    def _scenario(self, entry: Entry) -> Scenario:
        body = self._mapping(entry.value, f"the scenario '{entry.key.value[:40]}'")
        self._check_keys(body, SCENARIO, "a scenario")
        self._check_beginning(body)
        wants = tuple(self._wants(body))
        if not wants and not self._report.has_errors:
            self._report.error("CLM902", f"the scenario '{entry.key.value[:40]}' expects nothing", entry.key.span,
                               hint="write what should come out under `expect`")
        about = body.find("description")
        return Scenario(
            name=_word(entry.key),
            about=about.value.value if about is not None and isinstance(about.value, Scalar) else "",
            with_=self._list(body, "with") or (), players=self._one(body, "players"),
            factions=self._list(body, "factions"), options=self._pairs(body, "options"),
            seed=self._number(body, "seed", 1), leader=self._one(body, "leader"), deck=self._list(body, "deck"),
            side_decks=self._lists(body, "side_decks"), phase=self._one(body, "phase"),
            trick=self._number(body, "trick", 0), hands=self._lists(body, "hands"), piles=self._lists(body, "piles"),
            state=self._pairs(body, "state"), play=self._list(body, "play") or (), wants=wants,
        )

    def _check_beginning(self, body: Mapping) -> None:
        """Refuse a position beside a deck: the deal already says where every card is."""
        placing = next((entry for entry in body.entries if entry.key.value in PLACING), None)
        if body.find("deck") is not None and placing is not None:
            message = f"'{placing.key.value}' does not go with 'deck', which begins with the deal"
            self._report.error("CLM905", message, placing.key.span)

    def _wants(self, body: Mapping) -> Iterator[Want]:
        expected = body.find("expect")
        if expected is None:
            return
        mapping = self._mapping(expected.value, "expect")
        self._check_keys(mapping, EXPECT, "expect")
        for entry in mapping.entries:
            form = EXPECT.get(entry.key.value)
            if form == EACH:
                inner = self._mapping(entry.value, entry.key.value)
                if entry.key.value == "result":
                    self._check_keys(inner, RESULT, "result")
                for each in inner.entries:
                    yield self._want(entry.key.value, _word(each.key), each.value, "")
            elif form is not None:
                yield self._want(entry.key.value, None, entry.value, form)

    def _want(self, key: str, of: Word | None, value: Node, form: str) -> Want:
        match value:
            case Scalar() if form == LIST:
                self._wrong(value, f"{key} is a list", f"[{value.span.text}]")
            case Sequence() if form == ONE:
                self._wrong(value, f"{key} is one word, not a list")
            case Mapping():
                self._wrong(value, f"{of.text if of else key} is no mapping")
            case _:
                pass
        words = self._words(value, of.text if of else key) if isinstance(value, Sequence) else (
            (_word(value),) if isinstance(value, Scalar) else ()
        )
        return Want(key, of, words, isinstance(value, Sequence), whole(value))

    # --- parts -------------------------------------------------------------------------------------------------------

    def _mapping(self, node: Node, what: str) -> Mapping:
        if isinstance(node, Mapping):
            return node
        if not (isinstance(node, Sequence) and not node.items):
            self._wrong(node, f"{what} is a mapping: `key: value`")
        return Mapping((), node.span)

    def _entries(self, tree: Mapping, key: str) -> tuple[Entry, ...]:
        found = tree.find(key)
        return () if found is None else self._mapping(found.value, key).entries

    def _one(self, tree: Mapping, key: str) -> Word | None:
        found = tree.find(key)
        if found is None:
            return None
        if isinstance(found.value, Scalar) and found.value.value:
            return _word(found.value)
        self._wrong(found.value, f"{key} is one word")
        return None

    def _number(self, tree: Mapping, key: str, default: int) -> int:
        found = tree.find(key)
        if found is None:
            return default
        if not isinstance(found.value, Scalar):
            self._wrong(found.value, f"{key} is a whole number")
            return default
        number = whole_number(found.value, self._report)
        return default if number is None else number

    def _list(self, tree: Mapping, key: str) -> Words | None:
        found = tree.find(key)
        return None if found is None else self._words(found.value, key)

    def _words(self, node: Node, what: str) -> Words:
        match node:
            case Sequence():
                words = []
                for item in node.items:
                    if isinstance(item, Scalar) and item.value:
                        words.append(_word(item))
                    else:
                        self._wrong(item, f"{what} is a list of words")
                return tuple(words)
            case Scalar() if node.value:
                self._wrong(node, f"{what} is a list", f"[{node.span.text}]")
            case _:
                self._wrong(node, f"{what} is a list")
        return ()

    def _lists(self, tree: Mapping, key: str) -> tuple[tuple[Word, Words], ...]:
        entries = self._entries(tree, key)
        return tuple((_word(entry.key), self._words(entry.value, entry.key.value)) for entry in entries)

    def _pairs(self, tree: Mapping, key: str) -> tuple[tuple[Word, Word], ...]:
        found = []
        for entry in self._entries(tree, key):
            if isinstance(entry.value, Scalar) and entry.value.value:
                found.append((_word(entry.key), _word(entry.value)))
            else:
                self._wrong(entry.value, f"{entry.key.value} is one word")
        return tuple(found)

    def _wrong(self, node: Node, message: str, suggestion: str | None = None) -> None:
        self._report.error("CLM903", message, node.span, suggestion=suggestion)


def whole(node: Node) -> Span:
    """Give all that a node covers, also where it is written as a block."""
    last = node
    while not isinstance(last, Scalar):
        parts = last.items if isinstance(last, Sequence) else tuple(entry.value for entry in last.entries)
        if not parts:
            break
        last = parts[-1]
    return Span(node.span.source, node.span.start, max(node.span.end, last.span.end))


def _word(scalar: Scalar) -> Word:
    return Word(scalar.value.strip(), scalar.span)
