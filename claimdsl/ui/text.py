"""Text on a terminal or in a pipe: widths, wrapping, colour where it is wanted, and nothing that drives a terminal."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TextIO

_NARROWEST, _WIDEST, _USUAL = 20, 100, 80
_LOW = 50
"""Unit: lines that are blank to be sure that a terminal shows nothing else."""
_OPENS = frozenset("「『（([")
_CLOSES = frozenset("。、，．」』）)]ー？！：；:;,.!?ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
_MARKS = frozenset(":;?!»")
_MARKS_BEGIN = "\u0300"
"""Below the first mark that is set over a letter, all that can be seen takes one column."""
_CODES = {"strong": "1", "faint": "2", "good": "32", "bad": "31"}


def width_of(text: str) -> int:
    """Say how many columns a text takes on a terminal.

    >>> width_of("ゴブリン 7")
    10
    """
    if text.isascii() or max(text) < _MARKS_BEGIN and text.isprintable():
        return len(text)
    from wcwidth import wcswidth, wcwidth

    width = wcswidth(text)
    return width if width >= 0 else sum(max(0, wcwidth(character)) for character in text)


def padded(text: str, width: int) -> str:
    """Fill a text with blanks on the right."""
    return text + " " * max(0, width - width_of(text))


def wrapped(text: str, width: int, indent: int = 2) -> list[str]:
    """Break a line at blanks, and between wide letters, so that it fits; what follows is indented.

    >>> wrapped("goblins 7 and knights 9", 14)
    ['goblins 7 and', '  knights 9']
    """
    lead = len(text) - len(text.lstrip(" "))
    lines, line = [], " " * lead
    fresh = True
    for word in _words(text):
        rest = word if fresh else f" {word}"
        while width_of(line) + width_of(rest) > width:
            cut = _cut(rest, width - width_of(line), anywhere=fresh)
            lines.append(line + rest[:cut])
            line, rest, fresh = " " * min(lead + indent, width // 2), rest[cut:].lstrip(" "), True
        line += rest
        fresh = False
    return [*lines, line]


def _cut(text: str, room: int, *, anywhere: bool) -> int:
    """Say how much of a text fits when it is cut between wide letters; where it cannot be, nothing or what fits."""
    fits = next(n for n in range(len(text), -1, -1) if width_of(text[:n]) <= room)
    return next((n for n in range(fits, 1, -1) if _parts(text[n - 1 : n + 1])), max(1, fits) if anywhere else 0)


def _parts(pair: str) -> bool:
    """Say whether a line may end between two letters."""
    before, after = pair[:1], pair[1:]
    if before in _OPENS or after in _CLOSES or " " in pair:
        return False
    return width_of(before) == 2 or bool(after) and width_of(after) == 2


def _words(text: str) -> list[str]:
    """Split a text at blanks; a mark stays with its word."""
    found: list[str] = []
    for word in text.split():
        if word in _MARKS and found:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def row(head: str, items: Sequence[str], width: int) -> list[str]:
    """Set items beside a head, two blanks apart; where they do not fit they go on below the first of them.

    >>> row("goblins", ["0 [1]", "5 [2]", "7"], 20)
    ['goblins  0 [1]', '         5 [2]  7']
    """
    lines = [head]
    indent = width_of(head)
    if indent > width * 3 // 5:
        lines, indent = [*wrapped(head, width), "  "], 2
    fresh = True
    for item in items:
        if not fresh and width_of(lines[-1]) + 2 + width_of(item) > width:
            lines.append(" " * indent)
        lines[-1] += f"  {item}"
        fresh = False
    return lines


def plain(text: str) -> str:
    """Make a text safe to print: what cannot be seen or drives a terminal is written out.

    >>> plain("a" + chr(27) + "[1m")
    'a\\\\x1b[1m'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def shorter(text: str, width: int) -> str:
    """Cut a text to a width.

    >>> shorter("a very long name", 9)
    'a very...'
    """
    shown = plain(text)
    if width_of(shown) <= width:
        return shown
    return shown[: next(n for n in range(len(shown), -1, -1) if width_of(shown[:n]) <= width - 3)] + "..."


def listed(words: Iterable[str], last: str = "and") -> str:
    """Join words as a sentence does.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    found = list(words)
    return f" {last} ".join([", ".join(found[:-1]), found[-1]]) if len(found) > 1 else "".join(found)


def plural(word: str) -> str:
    """Give the plural of an English word; a word of another script has none.

    >>> plural("prize"), plural("bounty"), plural("stitch"), plural("組")
    ('prizes', 'bounties', 'stitches', '組')
    """
    last = word[-1:].lower()
    if not last.isascii() or not last.isalpha():
        return word
    if last == "y" and word[-2:-1].lower() not in ("a", "e", "i", "o", "u", ""):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.lower().endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"


def third(verb: str) -> str:
    """Give the form of an English verb that goes with he, she and it.

    >>> third("lead"), third("go first")
    ('leads', 'goes first')
    """
    first, blank, rest = verb.partition(" ")
    return (f"{first}es" if first.endswith("o") else plural(first)) + blank + rest


def capital(text: str) -> str:
    """Begin with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"


class Page:
    """Where lines are printed: it knows the width, and whether colour is wanted."""

    def __init__(
        self, out: TextIO, *, width: int | None = None, colour: bool | None = None, only_ascii: bool = False
    ) -> None:
        self._out = out
        self._safe = _ascii if only_ascii else plain
        self.is_terminal = out.isatty()
        self.width = width if width is not None else _width(out)
        self.colour = colour if colour is not None else self.is_terminal and _wants_colour()

    def say(self, text: str = "", style: str = "", indent: int = 2) -> None:
        """Print one line, wrapped; a style is colour only, never the sole bearer of a fact."""
        shown = self._safe(text)
        lines = wrapped(shown, self.width, indent) if width_of(shown) > self.width else [shown]
        for line in lines:
            self._out.write(self.styled(line, style) + "\n")

    def row(self, head: str, items: Sequence[str]) -> None:
        """Print items beside a head, in as many lines as it takes."""
        for line in row(self._safe(head), [self._safe(item) for item in items], self.width):
            self._out.write(line + "\n")

    def ask(self, question: str) -> None:
        """Print a question without a line end."""
        self._out.write(self.styled(self._safe(question), "strong") + " ")
        self._out.flush()

    def raw(self, line: str) -> None:
        """Print a line as it is and send it on its way."""
        self._out.write(line + "\n")
        self._out.flush()

    def clear(self) -> None:
        """Take from a terminal what it shows, and what can be scrolled back to where it can do that."""
        if self.colour:
            self._out.write("\x1b[2J\x1b[3J\x1b[H")
        elif self.is_terminal:
            self._out.write("\n" * _height(self._out))

    def flush(self) -> None:
        """Send what is printed on its way."""
        self._out.flush()

    def styled(self, text: str, style: str) -> str:
        """Wrap a text in colour where that is wanted."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.colour and style and text else text


def _ascii(text: str) -> str:
    return plain(text).encode("ascii", "backslashreplace").decode()


def _wants_colour() -> bool:
    env = os.environ
    return not env.get("NO_COLOR") and env.get("TERM", "dumb") != "dumb" and env.get("CLAIM_SCREEN_READER") != "1"


def _height(out: TextIO) -> int:
    try:
        return max(_LOW, os.get_terminal_size(out.fileno()).lines)
    except (OSError, ValueError):
        return _LOW


def _width(out: TextIO) -> int:
    given = os.environ.get("COLUMNS", "")
    if given.isascii() and given.isdecimal() and int(given[:6]) > 0:
        return max(_NARROWEST, min(int(given[:6]), _WIDEST))
    try:
        columns = os.get_terminal_size(out.fileno()).columns if out.isatty() else _USUAL
    except (OSError, ValueError):
        columns = _USUAL
    return max(_NARROWEST, min(columns or _USUAL, _WIDEST))
