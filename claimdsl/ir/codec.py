"""Programs as JSON text for the cache, and back.

Every value of `nodes` is one row of a flat table, its parts before itself and named by their row number; so what is
shared stays shared, and reading is one loop.  It is strict: what `to_json` would not write is a ValueError.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from operator import attrgetter

from claimdsl.frozen import Frozen
from claimdsl.ir import nodes
from claimdsl.ir.types import Kind, Shape, Type

FORMAT = "claim-ir/1"

_Row = tuple[str, Callable[..., object], str, str]

# Tag, class, group, and one letter a field: s text, i number, b truth, t type, S texts, N pairs of texts, W words with
# texts, M pairs of text and number, I numbers; $GROUP one value of a group, *GROUP any number, ?GROUP one or none;
# ?S and ?I a list or none; +e pairs of text and expression.
_FORMS: tuple[_Row, ...] = (
    ("lit", nodes.Literal, "e", "t i"),
    ("faction", nodes.FactionName, "e", "t s"),
    ("word", nodes.WordLiteral, "e", "t s"),
    ("nothing", nodes.Nothing, "e", "t"),
    ("known", nodes.Known, "e", "t s"),
    ("setup", nodes.SetupValue, "e", "t s"),
    ("option", nodes.OptionValue, "e", "t s"),
    ("local", nodes.Local, "el", "t i s"),
    ("field", nodes.Field, "e", "t $e s"),
    ("pile", nodes.PileOf, "ep", "t s ?e"),
    ("state", nodes.StateOf, "es", "t s ?e"),
    ("if", nodes.If, "e", "t $e $e $e $q"),
    ("or", nodes.AnyOf, "e", "t *e"),
    ("and", nodes.AllOf, "e", "t *e"),
    ("not", nodes.Not, "e", "t $e"),
    ("compare", nodes.Compare, "e", "t s $e $e"),
    ("member", nodes.Member, "e", "t $e $e"),
    ("sum", nodes.Sum, "e", "t $e +e"),
    ("join", nodes.Join, "e", "t *e"),
    ("otherwise", nodes.Otherwise, "e", "t *e"),
    ("numbers", nodes.Numbers, "e", "t $e $e"),
    ("top", nodes.Top, "e", "t $e $e"),
    ("fold", nodes.Fold, "e", "t s $l $e ?e ?e"),
    ("card", nodes.AsCard, "e", "t $e"),
    ("many", nodes.AsMany, "e", "t $e"),
    ("maybe", nodes.AsMaybe, "e", "t $e"),
    ("move", nodes.Move, "f", "$e $p b"),
    ("swap", nodes.Swap, "f", "$e $e"),
    ("draw", nodes.Draw, "f", "$l $e"),
    ("show", nodes.Show, "f", "$e $e"),
    ("set", nodes.SetState, "f", "$s $e"),
    ("choose", nodes.Choose, "f", "$l $e $e b b"),
    ("decide", nodes.Decide, "f", "$l $l $e"),
    ("stop", nodes.Stop, "f", ""),
    ("when", nodes.When, "f", "$e *f *f $q"),
    ("each", nodes.Each, "f", "$l $e *f"),
    ("spot", nodes.Spot, "q", "s i i"),
    ("origin", nodes.Origin, "o", "s i s s"),
    ("key", nodes.Key, "k", "s $e $o"),
    ("hook", nodes.HookRule, "h", "s $o ?S ?I ?e s i ?e ?*f ?*k"),
    ("pile_spec", nodes.PileSpec, "P", "s s s s S"),
    ("state_spec", nodes.StateSpec, "T", "s s t i i s b"),
    ("phase_spec", nodes.PhaseSpec, "H", "s $e +e N"),
    ("power_spec", nodes.PowerSpec, "W", "s s N"),
    ("side_spec", nodes.SideSpec, "D", "s s I"),
    ("faction_spec", nodes.FactionSpec, "F", "s I M i s *D N N $o"),
    ("setup_spec", nodes.SetupSpec, "U", "i M N i i S"),
    ("option_spec", nodes.OptionSpec, "O", "s S s"),
    ("program", nodes.Program, "G", "s s N N W *U +S *O *P *T *H *h *W *F s *k"),
)


def to_json(program: nodes.Program) -> str:
    """Write a program as one line of JSON."""
    writer = _Writer()
    writer.row(program)
    table = {"format": FORMAT, "types": list(writer.types), "rows": writer.rows}
    return json.dumps(table, ensure_ascii=True, separators=(",", ":"))


def from_json(text: str) -> nodes.Program:
    """Read a program.

    Raises: ValueError where the text is not exactly of the form that `to_json` writes.
    """
    try:
        table = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(table, dict) or table.keys() != {"format", "types", "rows"} or table["format"] != FORMAT:
        raise ValueError(f"not of the form {FORMAT}")
    return _Reader(_list(table["types"])).program(_list(table["rows"]))


class _Writer:
    """Builds the flat table."""

    def __init__(self) -> None:
        self.rows: list[list[object]] = []
        self.types: dict[str, int] = {}
        self._numbers: dict[int, int] = {}
        self._forms = {kind: (tag, letters.split(), _fields_of(kind)) for tag, kind, _, letters in _FORMS}

    def row(self, value: object) -> int:
        """Write a value after its parts; give its number."""
        known = self._numbers.get(id(value))
        if known is not None:
            return known
        tag, letters, read = self._forms[type(value)]
        row = [tag, *(self._part(letter, part) for letter, part in zip(letters, read(value), strict=True))]
        self.rows.append(row)
        self._numbers[id(value)] = len(self.rows) - 1
        return len(self.rows) - 1

    def _part(self, letter: str, value: object) -> object:
        if letter == "t" and isinstance(value, Type):
            return self.types.setdefault(type_text(value), len(self.types))
        if letter.startswith("+e") and isinstance(value, tuple):
            return [[text, self.row(part)] for text, part in value]
        if letter.startswith("$") or (letter[0] == "?" and letter[1].islower() and value is not None):
            return self.row(value)
        if "*" in letter and isinstance(value, tuple):
            return [self.row(part) for part in value]
        return value


class _Reader:
    """Rebuilds values row by row."""

    def __init__(self, types: list[object]) -> None:
        self._types = [type_of(_text(text)) for text in types]
        self._values: list[object] = []
        self._groups: list[str] = []

    def program(self, rows: list[object]) -> nodes.Program:
        """Read all rows; the last one is the program."""
        forms = {
            tag: (kind, group, tuple(self._decoder(letter) for letter in letters.split()))
            for tag, kind, group, letters in _FORMS
        }
        values, groups = self._values, self._groups
        for row in rows:
            if type(row) is not list or not row or type(row[0]) is not str or row[0] not in forms:
                raise ValueError(f"row {len(values)} is of no known form")
            kind, group, decoders = forms[row[0]]
            if len(row) != len(decoders) + 1:
                raise ValueError(f"row {len(values)}: {row[0]} has {len(decoders)} parts")
            values.append(kind(*[decode(part) for decode, part in zip(decoders, row[1:], strict=True)]))
            groups.append(group)
        program = values[-1] if values else None
        if not isinstance(program, nodes.Program):
            raise ValueError("the last row is no program")
        return program

    def _decoder(self, letter: str) -> Callable[[object], object]:
        if letter in _PLAIN:
            return _PLAIN[letter]
        if letter == "t":
            return self._type
        group = letter[-1]
        if letter[0] == "$":
            return self._one(group)
        if letter == "+e":
            return self._pairs
        if letter[0] == "*":
            return self._many(group)
        return _maybe(self._many(group) if letter[1] == "*" else self._one(group))

    def _type(self, value: object) -> Type:
        if type(value) is not int or not 0 <= value < len(self._types):
            raise ValueError("no such type")
        return self._types[value]

    def _one(self, group: str) -> Callable[[object], object]:
        values, groups = self._values, self._groups

        def decode(number: object) -> object:
            if type(number) is not int or not 0 <= number < len(values) or group not in groups[number]:
                raise ValueError(f"no row of group {group} has this number")
            return values[number]

        return decode

    def _many(self, group: str) -> Callable[[object], object]:
        one = self._one(group)
        return lambda value: tuple([one(number) for number in _list(value)])

    def _pairs(self, value: object) -> object:
        one = self._one("e")
        return tuple([(_text(text), one(number)) for text, number in map(_pair, _list(value))])


def type_text(given: Type) -> str:
    """Write a type shortly: kind, shape, greatest length, name of a value set."""
    return f"{given.kind.value} {given.shape.value} {given.most} {given.name}"


def type_of(text: str) -> Type:
    """Read a type.

    Raises: ValueError where it is none.
    """
    kind, shape, most, name = text.split(" ", 3)
    found = Type(Kind(kind), Shape(shape), int(most), name)
    if type_text(found) != text:
        raise ValueError(f"not a type: {text[:80]}")
    return found


def _fields_of(kind: Callable[..., object]) -> Callable[[object], Sequence[object]]:
    assert isinstance(kind, type) and issubclass(kind, Frozen)
    names = kind._fields
    if not names:
        return lambda value: ()
    if len(names) == 1:
        one = attrgetter(names[0])
        return lambda value: (one(value),)
    return attrgetter(*names)


def _text(value: object) -> str:
    if type(value) is not str:
        raise ValueError("a text is meant")
    return value


def _number(value: object) -> int:
    if type(value) is not int:
        raise ValueError("a whole number is meant")
    return value


def _truth(value: object) -> bool:
    if type(value) is not bool:
        raise ValueError("true or false is meant")
    return value


def _list(value: object) -> list[object]:
    if type(value) is not list:
        raise ValueError("a list is meant")
    return value


def _pair(value: object) -> list[object]:
    if type(value) is not list or len(value) != 2:
        raise ValueError("a pair is meant")
    return value


def _texts(value: object) -> tuple[str, ...]:
    return tuple([_text(part) for part in _list(value)])


def _numbers(value: object) -> tuple[int, ...]:
    return tuple([_number(part) for part in _list(value)])


def _text_pairs(value: object) -> tuple[tuple[str, str], ...]:
    return tuple([(_text(left), _text(right)) for left, right in map(_pair, _list(value))])


def _counts(value: object) -> tuple[tuple[str, int], ...]:
    return tuple([(_text(left), _number(right)) for left, right in map(_pair, _list(value))])


def _words(value: object) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    return tuple([(_text(left), _text_pairs(right)) for left, right in map(_pair, _list(value))])


def _lists_of_texts(value: object) -> tuple[tuple[str, ...], ...]:
    return tuple([_texts(part) for part in _list(value)])


def _maybe(decode: Callable[[object], object]) -> Callable[[object], object]:
    return lambda value: None if value is None else decode(value)


_PLAIN: dict[str, Callable[[object], object]] = {
    "s": _text, "i": _number, "b": _truth, "S": _texts, "I": _numbers, "N": _text_pairs, "M": _counts, "W": _words,
    "+S": _lists_of_texts, "?S": _maybe(_texts), "?I": _maybe(_numbers),
}
