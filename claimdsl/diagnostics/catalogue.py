"""Every diagnostic code there is, with what it means.  The texts are data: `grammar/codes.md`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from claimdsl.frozen import Frozen
from claimdsl.resources import codes_text

_HEADING = re.compile(r"^## (CLM\d{3}): (.+)$", re.MULTILINE)
_EXAMPLE = re.compile(r"^~~~yaml (bad|good)\n(.*?)^~~~$", re.MULTILINE | re.DOTALL)
_ESCAPE = re.compile(r"\\u\{([0-9a-f]+)\}")


class Code(Frozen):
    """One kind of mistake.  `bad` and `good` are small complete files, or "" where none is given."""

    code: str
    title: str
    text: str
    bad: str
    good: str


@cache
def codes() -> Mapping[str, Code]:
    """Give every code, in order; read once, when first asked for.

    >>> codes()["CLM402"].title
    'unknown faction'
    """
    text = codes_text()
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    found = (_code(heading, text[heading.end() : end]) for heading, end in zip(headings, ends, strict=True))
    return {code.code: code for code in found}


def _code(heading: re.Match[str], section: str) -> Code:
    examples = {match[1]: _plain(match[2]) for match in _EXAMPLE.finditer(section)}
    said = _plain(section.partition("~~~")[0].strip())
    return Code(heading[1], heading[2], said, examples.get("bad", ""), examples.get("good", ""))


def _plain(text: str) -> str:
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
