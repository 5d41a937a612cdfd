"""The grammar has no conflict and no two terminals that collide: a check of its own, run by `make lint`.

It needs interegular, which must not lie beside Lark otherwise: Lark would check its own grammar at each cold start.
"""

from __future__ import annotations

from lark import Lark

from claimdsl.frontend.pushdown_made import STARTS
from claimdsl.resources import grammar_text

if __name__ == "__main__":
    Lark(grammar_text(), parser="lalr", lexer="basic", strict=True, start=list(STARTS))
