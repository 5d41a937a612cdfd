"""The shape of printed code: what happens under a condition, what happens again, functions and their calls.

What is written inside a `with` is printed there::

    with counted(asm, 13) as number:
        with behind(asm, asm.compare("==", number, last)):
            total.add(1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from claimdsl.native.asm import NUM, Asm
from claimdsl.native.maps import Operand, Value
from claimdsl.native.memory import Variable


@contextmanager
def behind(asm: Asm, condition: Value) -> Iterator[None]:
    """Print something behind a branch."""
    inside, after = asm.label(), asm.label()
    asm.branch(condition, inside, after)
    asm.start(inside)
    yield
    asm.goto(after)
    asm.start(after)


def fork(asm: Asm, condition: Value, yes: Callable[[], None], no: Callable[[], None]) -> None:
    """Print what happens where a condition holds, and what happens where not."""
    labels, after = (asm.label(), asm.label()), asm.label()
    asm.branch(condition, *labels)
    for label, write in zip(labels, (yes, no), strict=True):
        asm.start(label)
        write()
        asm.goto(after)
    asm.start(after)


@contextmanager
def during(asm: Asm, condition: Callable[[], Value]) -> Iterator[None]:
    """Print a loop that goes on while a condition holds."""
    head, inside, after = asm.label(), asm.label(), asm.label()
    asm.goto(head)
    asm.start(head)
    asm.branch(condition(), inside, after)
    asm.start(inside)
    yield
    asm.goto(head)
    asm.start(after)


@contextmanager
def counted(asm: Asm, stop: Value, place: Variable | None = None) -> Iterator[Operand]:
    """Print a loop over the numbers below one, from 0 or what is in a place on; it runs once at least."""
    place = place or Variable(asm, NUM, 0)
    head, after = asm.label(), asm.label()
    asm.goto(head)
    asm.start(head)
    number = place.read()
    yield number
    more = asm.add(number, 1)
    place.write(more)
    asm.branch(asm.compare("<", more, stop), head, after)
    asm.start(after)


# --- functions -------------------------------------------------------------------------------------------------------


def function(asm: Asm, head: str, found: Value | None = None) -> str:
    """Print a function of what has been written, and of what it gives, if anything."""
    end = "ret void" if found is None else f"ret {head.split()[0]} {asm.text(found)}"
    return "\n".join((f"define internal {head} {{", "entry:", *asm.heads, *asm.lines, f"  {end}", "}"))


def call(asm: Asm, name: str, *arguments: str, of: str = NUM) -> Operand:
    """Print a call, which may give another result each time."""
    found = asm.name()
    asm.line(f"{found} = call {asm.type_of(of)} @{name}({', '.join(arguments)})")
    return Operand(found)


def run(asm: Asm, name: str, *arguments: str) -> None:
    """Print a call that gives nothing."""
    asm.line(f"call void @{name}({', '.join(arguments)})")


def passed(asm: Asm, value: Value, kind: str = NUM) -> str:
    """Write a value as an argument."""
    return f"{asm.type_of(kind)} {asm.text(value, kind)}"


@contextmanager
def leaving(asm: Asm, condition: Value) -> Iterator[None]:
    """Print what a function does last where a condition holds; its end must be written there."""
    out, on = asm.label(), asm.label()
    asm.branch(condition, out, on)
    asm.start(out)
    yield
    asm.start(on)
