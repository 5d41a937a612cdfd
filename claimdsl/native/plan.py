"""What the printers of the native search know of its memory: positions, lanes, and the context that it is called with.

The context is a row of numbers and pointers, by the names in `FIELDS`.  Lists of moves are numbers with a card in the
low byte and, above it, how early it is to be tried.
"""

from __future__ import annotations

from dataclasses import dataclass

FIELDS = (
    "nodes", "table", "mask", "stop", "limit", "me", "stamp", "goals", "least", "factions", "lanes", "voted", "lane_of",
    "lane_cards", "scores0", "scores1", "left", "alike", "kin", "answers", "openings", "certain", "cashed",
    "fates",
)
AT = {name: index for index, name in enumerate(FIELDS)}
MOST_CARDS, MOST_HELD = 64, 32
FAR, NEVER = 1 << 30, 1 << 29
BUCKET = 4
"""Unit: entries of the table among which a position may have its own; a power of two."""

UNDECIDED, TIED = 2, 3
"""What a table of goals says beside 0 (not reached) and 1 (reached)."""


@dataclass(frozen=True)
class Plan:
    """The shape of a search.

    `places` says of each number of a position whether it is a set of cards, the first two being the hands; `keys` are
    the places that positions are told apart by, `leader` and `scored` those of the leader and the scored piles.
    """

    places: tuple[bool, ...]
    keys: tuple[int, ...]
    leader: int
    scored: tuple[int, int]
    lanes: int

    @property
    def size(self) -> int:
        """Give the length of a position."""
        return len(self.places)

    @property
    def vector(self) -> str:
        """Name the type of a row of lanes."""
        return f"<{self.lanes} x i32>"

    @property
    def row_at(self) -> int:
        """Say where in an entry of the table the row of lanes begins.  Unit: bytes."""
        return 8 * (2 + len(self.keys))

    @property
    def entry_bytes(self) -> int:
        """Give the length of an entry: stamp with leader and answer, keys, work done for it, the row that it needs."""
        return self.row_at + 4 * self.lanes

    def field(self, name: str, into: str, of: str = "i64") -> str:
        """Print the reading of a field of the context."""
        return (
            f"  {into}.at = getelementptr inbounds i64, ptr %x, i64 {AT[name]}\n"
            f"  {into} = load {of}, ptr {into}.at"
        )

    def cell(self, base: str, index: int | str, into: str) -> str:
        """Print the reading of a number of a row."""
        return (
            f"  {into}.at = getelementptr inbounds i64, ptr {base}, i64 {index}\n  {into} = load i64, ptr {into}.at"
        )

    def each(self, of: str, value: int | str) -> str:
        """Print a row of lanes that are all alike."""
        return f"<{', '.join([f'{of} {value}'] * self.lanes)}>"

    def row(self, base: str, index: int, into: str) -> str:
        """Print the reading of a row of lanes."""
        return (
            f"  {into}.at = getelementptr inbounds {self.vector}, ptr {base}, i64 {index}\n"
            f"  {into} = load {self.vector}, ptr {into}.at"
        )

    def rows(self, base: str, values: tuple[str, ...]) -> str:
        """Print the writing of rows of lanes, one after the other."""
        lines = []
        for index, value in enumerate(values):
            lines.append(f"  {base}.to{index} = getelementptr inbounds {self.vector}, ptr {base}, i64 {index}")
            lines.append(f"  store {self.vector} {value}, ptr {base}.to{index}")
        return "\n".join(lines)
