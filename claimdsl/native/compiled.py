"""The search of one kind of game, compiled, with the memory of its table."""

from __future__ import annotations

import ctypes
import mmap

from claimdsl.native.asm import Asm
from claimdsl.native.chance import functions
from claimdsl.native.engine import compile_text
from claimdsl.native.flow import LEADER
from claimdsl.native.plan import Plan
from claimdsl.native.search import text
from claimdsl.native.tricks import Tricks

ENTRIES = 1 << 18
"""Unit: positions that the table holds at most."""


class Code:
    """The functions of one kind of game with so many lanes; `exact`: without lanes that mean anything."""

    def __init__(self, tricks: Tricks, lanes: int, exact: bool) -> None:
        self.keys = tricks.keys
        scored = tuple(self.keys.index(("pile", tricks.binding.program.scored_pile, seat)) for seat in range(2))
        told = [self.keys.index(key) for key in tricks.changing]
        told += [place for place in scored if exact and place not in told]
        places = [what == "pile" for what, _, _ in self.keys]
        self.plan = Plan(tuple(places), tuple(told), self.keys.index(LEADER), (scored[0], scored[1]), lanes)
        self.text = "\n".join((*_tables(tricks), _DECLARED, functions(64, False), tricks.text, text(self.plan, exact)))
        self._table = 0
        self._load(compile_text(self.text))

    def table(self) -> int:
        """Give the address of the table of positions, which all searches share; memory comes when it is first used."""
        if not self._table:
            self._memory = mmap.mmap(-1, ENTRIES * self.plan.entry_bytes)
            self._table = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        return self._table

    def _load(self, code: bytes) -> None:
        import llvmlite.binding as llvm

        target = llvm.Target.from_default_triple().create_target_machine(jit=True)
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        p, i = ctypes.c_void_p, ctypes.c_int64
        doors = self._engine.get_function_address
        self.ask = ctypes.CFUNCTYPE(i, p, p, p, p, i)(doors("ask"))
        self.prepare = ctypes.CFUNCTYPE(None, p, p)(doors("prepare"))
        self.compare = ctypes.CFUNCTYPE(None, p, p, i, i, i)(doors("compare"))


_DECLARED = "\n".join(
    f"declare i64 @llvm.{name}.i64({arguments})"
    for name, arguments in (("ctpop", "i64"), ("cttz", "i64, i1"), ("ctlz", "i64, i1"))
)


def _tables(tricks: Tricks) -> list[str]:
    asm, found = Asm(len(tricks.binding.cards)), []
    for (kind, values), name in tricks.tables.items():
        of = asm.type_of(kind)
        cells = ", ".join(f"{of} {asm.literal(value, kind)}" for value in values)
        found.append(f"{name} = internal constant [{len(values)} x {of}] [{cells}]")
    return found
