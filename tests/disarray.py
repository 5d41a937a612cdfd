"""Rulesets with no regard to layout: made up in as many ways as YAML knows, or shipped ones put into disarray."""

from __future__ import annotations

import random
import re

NAMES = ("goblins", "knights", "tier", "strength", "x", "late_riser", "a1", "moon")
EXPRESSIONS = (
    "if led==goblins then 2 else base", "base  +1", "count( p in trick ,p.value>3 )", "not any(trick)", "0-1",
    "(a  or b) and not c", "top( stock,1 ).faction", "max(v in 0 .. 9 by count(w in v..9))", "x . left", "a-b + c",
)
EFFECTS = (
    "move due to discard  unseen", "set winner . tide to winner.tide+1", "choose keep  or accept by player",
    "for p in seats : move p.hand to discard", "may choose pour from player.potions by player",
)
CARDS = ("0..9", "0 x5,1..9", "1 x3 ,3   x3, 9", "2 .. 14")
TITLES = ("plain words", "'it''s # none'", '"a: b, \\"c\\"  d"', "two  blanks", '""')
COMMENTS = ("# note", "#", "#  indented: [x", "#tight", "# \u00e9, \u00f6  and \U0001f409")
HEADERS = ("|", ">", "|-", ">-", "|+", ">+")


def made_up(rng: random.Random) -> str:
    """Write a ruleset; it means little, but most load."""
    return _Author(rng).ruleset()


class _Author:
    """Writes with a step of indentation of its own."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.step = rng.choice([1, 2, 2, 3, 4, 7])

    def ruleset(self) -> str:
        lines = [*self.noise(0), f"claimdsl:{self.blanks(1)}1"]
        for key in self.rng.sample(["rules", "terms", "factions", "title"], self.rng.randrange(1, 4)):
            lines += [*self.noise(0), *self.section(key)]
        return "\n".join([*lines, *self.noise(0)]) + self.rng.choice(["\n", "", "\n\n\n", "  \n"])

    def section(self, key: str) -> list[str]:
        names = self.rng.sample(NAMES, self.rng.randrange(1, 4))
        if key == "title":
            return self.one_line(key, 0, self.rng.choice(TITLES))
        head, lead = f"{key}{self.blanks(0)}:{self.tail()}", " " * self.step
        if key == "terms":
            return [head, *(line for name in names for line in self.expression(name, self.step))]
        if key == "factions" and self.rng.random() < 0.5:
            return [head, *(f"{lead}{name}{self.blanks(0)}: {self.flow()}{self.tail()}" for name in names)]
        return [head, *(line for name in names for line in [*self.noise(self.step), *self.power(name, self.step)])]

    def power(self, name: str, column: int) -> list[str]:
        found = [f"{' ' * column}{name}:{self.tail()}"]
        inner = column + self.step
        for key in self.rng.sample(["tier", "after_trick", "cards", "description", "odd"], self.rng.randrange(1, 4)):
            found += [*self.noise(inner), *self.value(key, inner)]
        return found

    def value(self, key: str, column: int) -> list[str]:
        match key:
            case "tier":
                return self.expression(key, column)
            case "after_trick":
                return self.effects(key, column)
            case "cards":
                return self.one_line(key, column, f'"{self.rng.choice(CARDS)}"')
            case "description":
                return self.text(key, column)
            case _:
                return self.items(key, column)

    # --- values ------------------------------------------------------------------------------------------------------

    def one_line(self, key: str, column: int, value: str) -> list[str]:
        """Write a value on the line of its key or on the next one."""
        head = f"{' ' * column}{key}{self.blanks(0)}:"
        beneath = f"{' ' * (column + self.step)}{value}{self.tail()}"
        return self.rng.choice([[f"{head}{self.blanks(1)}{value}{self.tail()}"], [f"{head}{self.tail()}", beneath]])

    def expression(self, key: str, column: int) -> list[str]:
        """Write an expression on one line or on two, plain, in quotes or in a block."""
        rng, head, inner = self.rng, f"{' ' * column}{key}{self.blanks(0)}:", " " * (column + self.step)
        words = rng.choice(EXPRESSIONS).split(" ")
        if len(words) == 1 or rng.random() < 0.4:
            return self.one_line(key, column, " ".join(words))
        place = rng.randrange(1, len(words))
        first, rest = " ".join(words[:place]), f"{inner}{self.blanks(0)}{' '.join(words[place:])}"
        return rng.choice([
            [f"{head} {first}", rest + self.tail()],
            [f'{head} "{first}  ', f'{rest}"{self.tail()}'],
            [f"{head}{self.blanks(1)}{rng.choice('|>')}{self.tail()}", f"{inner}{first}  # c", "", rest],
        ])

    def effects(self, key: str, column: int) -> list[str]:
        rng, depth = self.rng, column + self.step
        found = [f"{' ' * column}{key}:{self.blanks(1)}|{self.tail()}"]
        for _ in range(rng.randrange(1, 5)):
            lead = " " * depth
            found += [lead + rng.choice(COMMENTS)] * (rng.random() < 0.2) + [""] * rng.choice([0, 0, 0, 2])
            found.append(f"{lead}{rng.choice(EFFECTS)}{rng.choice(['', '', '  ', ' # c', '      # far'])}")
            if rng.random() < 0.3:
                found.append(f"{lead}if any( prizes )  and x==1 :  # why")
                depth += self.step
                found += [f"{' ' * depth}move filter(c in stock,", f"{' ' * (depth + 9)}c.value>3) to discard"]
        return found

    def text(self, key: str, column: int) -> list[str]:
        """Write a text in a block, whose blanks count."""
        rng, inner = self.rng, " " * (column + self.step)
        lines = ["", inner + "word", inner + "  further in", inner + "# no comment", inner + "end  "]
        behind = rng.choice([[], ["", ""], [inner], [inner + "  "]])
        head = f"{' ' * column}{key}: {rng.choice(HEADERS)}{self.tail()}"
        return [head, inner + "first", *rng.choices(lines, k=3), inner + "last", *behind]

    def items(self, key: str, column: int) -> list[str]:
        lead, wide = " " * (column + self.rng.choice([0, self.step])), self.blanks(1)
        rows = [
            f"{lead}-{wide}{self.flow()}{self.tail()}", f"{lead}-{wide}a: 1\n{lead} {wide}b:  2{self.tail()}",
            f"{lead}-{wide}- x\n{lead} {wide}-   y", f"{lead}-{self.tail()}\n{lead}   z: 1",
            f"{lead}- word{self.tail()}", f"{lead}-{wide}[a, [b,{self.tail()}\n{lead}  c,\n{lead}     ], d]",
            f"{lead}-{wide}{{  # so\n{lead}   x: [a,\n\n\n{lead}  # so\n{lead} b], y: {{ z: 1 }}\n{lead} }}",
        ]
        return [f"{' ' * column}{key}:{self.tail()}", *self.rng.sample(rows, 2)]

    def flow(self) -> str:
        """Write something in brackets."""
        one, two, three = (self.rng.choice(["", "", " ", "  "]) for _ in range(3))
        return self.rng.choice([
            f"{{{one}cards :{two} 0..9 ,{three}powers: {{}}{one}}}", f"[{one}a,{two}b{three},{one}]", f"{{{one}}}",
            f"[{two}]", f"{{x:  1,{three}y: [{one}[a ,b]]}}", f'{{ "k":{two}1 }}',
        ])

    # --- between -----------------------------------------------------------------------------------------------------

    def blanks(self, least: int) -> str:
        return " " * (least + self.rng.choice([0, 0, 0, 1, 4]))

    def noise(self, column: int) -> list[str]:
        """Give blank lines and comments."""
        leads = (" " * self.rng.choice([0, column, column + 1, 9]) for _ in range(3))
        lines = (self.rng.choice(["", "   ", lead + self.rng.choice(COMMENTS)]) for lead in leads)
        return [line for line in lines if self.rng.random() < 0.15]

    def tail(self) -> str:
        """Give the end of a line."""
        return self.rng.choice(["", "", "", "  ", *(blanks + self.rng.choice(COMMENTS) for blanks in (" ", " " * 5))])


def disarranged(raw: bytes, rng: random.Random) -> bytes:
    """Change the layout of a text in some places: blanks, blank lines, comments, line ends, a byte order mark."""
    lines = raw.decode().split("\n")
    for _ in range(rng.randrange(1, 8)):
        place = rng.randrange(len(lines))
        line = lines[place]
        match rng.randrange(6):
            case 0:
                lines[place] += rng.choice(["  ", " ", "   # note"])
            case 1:
                lines.insert(place, rng.choice(["", "   ", "# note", "      # note"]))
            case 2:
                blanks, count = rng.choice(["  ", "    "]), rng.randrange(1, 3)
                lines[place] = re.sub(r"(?<=\S) (?=\S)", blanks, line, count=count)
            case 3:
                lines[place] = re.sub(r"(?<=[,(]) ?", rng.choice(["", " ", "  "]), line, count=1)
            case 4:
                lines[place] = re.sub(r"^( *)", rng.choice([r"\1", r"\1\1", r"\1 "]), line)
            case _:
                lines = [re.sub(r"^( *)", r"\1\1", one) for one in lines]
    text = rng.choice(["\n", "\n", "\r\n", "\r"]).join(lines)
    return (b"\xef\xbb\xbf" if rng.random() < 0.2 else b"") + text.encode()
