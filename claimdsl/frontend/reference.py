"""From the tables of facts to the generated tables of the language reference, in Markdown.

`grammar/README.md` holds each between `<!-- begin:NAME -->` and `<!-- end:NAME -->`; a test keeps them equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from claimdsl.diagnostics.catalogue import codes
from claimdsl.frontend.sections import DISPLAY_WORDS, Either, In, Kind, ListOf, Needed, One, Row, Value, rows_of
from claimdsl.ir import types, vocabulary
from claimdsl.ir.types import Shape, Type
from claimdsl.ir.vocabulary import ALWAYS, FIELDS, FOLDS, HOOKS, KEYWORDS, NAMES, TOP, VERBS, Body, HookFact

_SECTIONS: dict[str, tuple[str, ...]] = {
    "file": ("ruleset",),
    "setup": ("column",),
    "line-up": ("line_up", "pairs", "seats"),
    "options": ("options", "option"),
    "piles": ("pile",),
    "state": ("states", "state"),
    "phases": ("phase",),
    "factions": ("faction",),
    "packs": ("packs", "pack"),
    "scoring": ("scoring",),
}
_TITLES = {
    "ruleset": "the file", "column": "a column", "line_up": "`line_up`", "pairs": "`pairs`", "seats": "a player count",
    "options": "`options`", "option": "an option", "pile": "a pile", "states": "`state`", "state": "a state",
    "phase": "a phase", "faction": "a faction", "packs": "`side`", "pack": "a pack", "scoring": "`scoring`",
}
_KINDS: dict[types.Kind, str] = {
    types.Kind.INT: "a whole number",
    types.Kind.BOOL: "yes or no: what `if`, `and`, `or`, `not` and comparisons work with",
    types.Kind.FACTION: "a faction, by its name",
    types.Kind.PLAYER: "a player; a dot leads to his piles and state",
    types.Kind.CARD: "a card",
    types.Kind.PLAY: "a card that was played, with who played it; stands wherever a card may",
    types.Kind.SIDE: "one player, or two partners; a dot leads to their piles and state together",
    types.Kind.WORD: "a value of an option, a phase, or a word of setup",
}
_MANY = {
    Kind.WORD: "words", Kind.VALUE: "words", Kind.COUNT: "player counts", Kind.REMOVED: "names or player counts",
    Kind.REFERENCE: "names or paths of rulesets",
}
_KEYS = {"no": "", "may": " [by KEY]", "must": " by KEY"}
_HOOK_HEAD = ("hook", "gives", "asked of", "without an answer", "when, or what")
_MORE_VERBS = (
    ("choose ONE or OTHER by PLAYER", "a player chooses one of two words; `if ONE:` asks which it was"),
    ("if CONDITION:", "what stands beneath is done where the condition holds; `else:` may follow"),
    ("for NAME in LIST:", "what stands beneath is done once for each element; the list is read once, before"),
)
_STAGES = {
    "1": "loading", "2": "form", "3": "expressions", "4": "names and types", "5": "hidden cards and cost",
    "6": "extends and use", "7": "the game as a whole", "8": "surely not meant (warnings)",
    "9": "scenarios",
}


def tables() -> dict[str, str]:
    """Write every generated table, by the name of its place in the reference."""
    made = {name: _keys(sections) for name, sections in _SECTIONS.items()}
    return {
        **made,
        "guards": _table(("key", "holds", "meaning"), (_row(row) for row in _guards())),
        "hooks": _table(_HOOK_HEAD, map(_hook, HOOKS.values())),
        "names": _table(("name", "is", "meaning"), (
            (f"`{fact.name}`", _type(fact.type), fact.text) for fact in NAMES.values()
        )),
        "scopes": _table(("in", "known beside `players`, `seats`, `sides` and `deck`", "must be known to"), _scopes()),
        "fields": _table(("of", "field", "gives", "meaning"), (
            (fact.of.value, f"`.{fact.name}`", _type(fact.type), fact.text) for fact in FIELDS.values()
        )),
        "functions": _table(("function", "gives"), _functions()),
        "verbs": _table(("effect", "meaning"), (
            (f"`{form}`", text) for form, text in (*((fact.form, fact.text) for fact in VERBS.values()), *_MORE_VERBS)
        )),
        "types": _table(("type", "meaning"), ((f"`{kind.value}`", text) for kind, text in _KINDS.items())),
        "keywords": _words(KEYWORDS),
        "display-words": _words(DISPLAY_WORDS),
        "codes": _table(("code", "found in", "meaning"), (
            (code.code, _STAGES[code.code[3]], code.title) for code in codes().values()
        )),
    }


def filled(page: str, made: Mapping[str, str]) -> str:
    """Give a page with every marked place filled anew.

    Raises: KeyError where a place has a name that no table has.
    """
    marked = re.compile(r"<!-- begin:([a-z-]+) -->\n.*?<!-- end:\1 -->", re.DOTALL)
    return marked.sub(lambda found: f"<!-- begin:{found[1]} -->\n{made[found[1]]}\n<!-- end:{found[1]} -->", page)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _words(words: Iterable[str]) -> str:
    return " ".join(f"`{word}`" for word in words)


# --- sections --------------------------------------------------------------------------------------------------------


def _keys(sections: tuple[str, ...]) -> str:
    if len(sections) == 1:
        return _table(("key", "holds", "meaning"), (_row(row) for row in _rows(sections[0])))
    return _table(("in", "key", "holds", "meaning"), (
        (_TITLES[section], *_row(row)) for section in sections for row in _rows(section)
    ))


def _rows(section: str) -> tuple[Row, ...]:
    return tuple(row for row in rows_of(section) if row.key not in HOOKS)


def _guards() -> tuple[Row, ...]:
    return tuple(row for row in rows_of("power") if row.key in vocabulary.POWER_KEYS)


def _row(row: Row) -> tuple[str, str, str]:
    key = "*a name*" if row.key == "*" else f"`{row.key}`"
    return key, _holds(row.value), row.text + ("" if row.needed is Needed.NO else "; required")


def _holds(value: Value) -> str:
    match value:
        case One(kind=Kind.CHOICE):
            return ", ".join(f"`{word}`" for word in value.words)
        case One():
            return value.kind.value
        case ListOf(item=ListOf(item=One(kind=kind))):
            return f"a list of lists of {_MANY[kind]}"
        case ListOf(item=One(kind=kind)):
            return f"a list of {_MANY[kind]}"
        case ListOf():
            return f"a list, in it {_holds(value.item)}"
        case In(section="text"):
            return "text by language"
        case In():
            return "a mapping"
        case Either():
            return " or ".join(_holds(form) for form in value.forms)


# --- hooks, names, functions -----------------------------------------------------------------------------------------


def _type(given: Type | None) -> str:
    if given is None:
        return ""
    if given.shape is Shape.PILE:
        return "a pile"
    return {Shape.ONE: "", Shape.MAYBE: "maybe a ", Shape.LIST: "list of "}[given.shape] + given.kind.value


def _hook(fact: HookFact) -> tuple[str, ...]:
    gives = {Body.EVENT: "*effects*", Body.KEYS: "*keys*", Body.VALUE: _type(fact.type)}[fact.body]
    missing = "*nothing happens*" if fact.body is Body.EVENT else fact.default or "*an error: CLM706*"
    return f"`{fact.name}`", gives, fact.asked.value, missing, fact.text


def _scopes() -> list[tuple[str, str, str]]:
    """Give the names of each hook; hooks that know the same share a line."""
    shared: dict[tuple[frozenset[str], str], list[str]] = {}
    for fact in HOOKS.values():
        shared.setdefault((fact.names - ALWAYS, fact.knower.value), []).append(fact.name)
    shared[(vocabulary.RANK_NAMES - ALWAYS, vocabulary.Knower.NOBODY.value)] = ["scoring.ranks"]
    return [
        (_words(hooks), _words(name for name in NAMES if name in names), knower)
        for (names, knower), hooks in shared.items()
    ]


def _functions() -> list[tuple[str, str]]:
    found = []
    for fact in FOLDS.values():
        condition = ", CONDITION" if fact.name in ("filter", "all") else "[, CONDITION]"
        found.append((f"`{fact.name}(x in LIST{condition}{_KEYS[fact.key]})`", fact.text))
    return [*found, (f"`{TOP}(LIST, NUMBER)`", "the first so many elements; of a pile, from its top")]

