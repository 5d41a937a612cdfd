"""The lines of one function in LLVM IR: instructions, places, blocks, constants and tables.

Numbers are i64, truths i1, sets of cards one integer with a bit for each card (64 bits, or 128 and more for large
decks); cards in an array are bytes.  Nothing is -1, or NO_NUMBER for numbers, as in the Python engine.
"""

from __future__ import annotations

from collections.abc import Iterable

from claimdsl.native.maps import Operand

NUM, BOOL, MASK = "num", "bool", "mask"
REAL, PLACE, BYTE = "real", "place", "byte"
WORD = (1 << 64) - 1


class Lines:
    """Gathers the instructions of one function, and the tables that they read."""

    def __init__(self, cards: int) -> None:
        self.cards = cards
        self.width = 64
        while self.width < cards:
            self.width *= 2
        self.mask = f"i{self.width}"
        self._types = {NUM: "i64", BOOL: "i1", MASK: self.mask, REAL: "double", PLACE: "ptr", BYTE: "i8"}
        self.lines: list[str] = []
        self.heads: list[str] = []
        self.tables: dict[tuple[str, tuple[int, ...]], str] = {}
        self.keeps_tables = False
        self.constants: dict[str, int] = {}
        self.block = 0
        self._names = 0
        self._done: dict[str, Operand] = {}

    def type_of(self, kind: str) -> str:
        """Name the LLVM type of a kind."""
        return self._types[kind]

    @property
    def everything(self) -> int:
        """Give the mask of all cards."""
        return (1 << self.cards) - 1

    def name(self) -> str:
        """Make a new name."""
        self._names += 1
        return f"%v{self._names}"

    def line(self, text: str) -> None:
        """Write an instruction without a result."""
        self.lines.append(f"  {text}")

    def op(self, text: str, rank: int = -1) -> Operand:
        """Write an instruction and give its result; what the same block has worked out before is not written again."""
        pure = not text.startswith("load")
        if pure and text in self._done:
            return Operand(self._done[text].text, rank)
        name = self.name()
        self.line(f"{name} = {text}")
        found = Operand(name, rank)
        if pure:
            self._done[text] = found
        return found

    def joined(self, low: Operand, high: Operand) -> Operand:
        """Give two words as one mask."""
        wide = self.op(f"shl i128 {self.op(f'zext i64 {high.text} to i128').text}, 64")
        return self.op(f"or i128 {self.op(f'zext i64 {low.text} to i128').text}, {wide.text}")

    def mark(self) -> int:
        """Give the place up to which the function is written."""
        return len(self.lines)

    def cut(self, mark: int) -> None:
        """Take back what has been written since a mark."""
        del self.lines[mark:]
        self._done.clear()
        self.block += 1

    def slot(self, of: str) -> str:
        """Make a place in memory, which exists from the start of the function."""
        name = self.name()
        self.heads.append(f"  {name} = alloca {of}")
        return name

    def label(self) -> str:
        """Make a new label."""
        return f"l{self.name()[2:]}"

    def start(self, label: str) -> None:
        """Begin a block."""
        self._done.clear()
        self.block += 1
        self.lines.append(f"{label}:")

    def goto(self, label: str) -> None:
        """End a block."""
        self.line(f"br label %{label}")

    # --- constants and tables --------------------------------------------------------------------------------------

    def literal(self, value: int, kind: str) -> str:
        """Write a constant."""
        if kind == BOOL:
            return "true" if value else "false"
        width = {MASK: self.width, BYTE: 8}.get(kind, 64)
        value &= (1 << width) - 1
        return str(value - (1 << width) if value >> (width - 1) else value)

    def table(self, kind: str, values: tuple[int, ...], nothing: int = 0) -> str:
        """Give a pointer to a constant table of numbers or masks; index -1 reads `nothing`."""
        values += (0,) * (self.width + 1 - len(values))  # the first card of no cards is the width of a mask
        key = (kind, (nothing, *values))
        if key not in self.tables:
            self.tables[key] = f"@t{len(self.tables)}"
        of = self.type_of(kind)
        if self.keeps_tables:
            return f"%{self.tables[key][1:]}.all"
        return f"getelementptr inbounds ([{len(values) + 1} x {of}], ptr {self.tables[key]}, i64 0, i64 1)"

    def copies(self) -> list[str]:
        """Print copies of the tables beside the places of the function: no address has to be made to read these."""
        found: list[str] = []
        for (kind, values), name in self.tables.items() if self.keeps_tables else ():
            of, copy = f"[{len(values)} x {self.type_of(kind)}]", f"%{name[1:]}"
            size = len(values) * (self.width if kind == MASK else 64) // 8
            found += [
                f"  {copy}.all = alloca {of}, align 32",
                f"  call void @llvm.memcpy.p0.p0.i64(ptr {copy}.all, ptr {name}, i64 {size}, i1 false)",
                f"  {copy} = getelementptr inbounds {of}, ptr {copy}.all, i64 0, i64 1",
            ]
        return found

    def globals(self) -> list[str]:
        """Print the tables and constants that have been read."""
        linkage = "global" if self.keeps_tables else "internal constant"  # a copy of a constant would be taken back
        found = [array(name, self.type_of(kind), (self.literal(value, kind) for value in values), linkage)
                 for (kind, values), name in self.tables.items()]
        return found + [f"{name} = internal constant i64 {value}" for name, value in self.constants.items()]

    def declared(self) -> list[str]:
        """Print the operations on masks, and on words, that the processor has."""
        return [
            f"declare {of} @llvm.{name}.{of}({of}{more})"
            for of in dict.fromkeys((self.mask, "i64"))
            for name, more in (("ctpop", ""), ("cttz", ", i1"), ("ctlz", ", i1"))
        ]


def array(name: str, of: str, cells: Iterable[str], linkage: str = "internal constant") -> str:
    """Print a row of values, constant ones unless the linkage says else."""
    written = [f"{of} {cell}" for cell in cells]
    return f"{name} = {linkage} [{len(written)} x {of}] [{', '.join(written)}]"
