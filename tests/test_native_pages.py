"""Pages of a library are given back only where they are as they stand in its file, and its code runs on."""

from __future__ import annotations

import sys

import pytest

from claimdsl.native.pages import give_back, unchanged

llvm = pytest.importorskip("llvmlite.binding")

LIBRARY = "libllvmlite"
MAPS = """\
7f0000001000-7f0000003000 r-xp 00001000 08:01 11 /some/where else/libllvmlite.so
Rss:                   8 kB
Anonymous:             0 kB
7f0000003000-7f0000004000 r-xp 00003000 08:01 11 /some/where else/libllvmlite.so
Anonymous:             4 kB
7f0000004000-7f0000005000 r--p 00004000 08:01 11 /some/where else/libllvmlite.so
Anonymous:             0 kB
7f0000005000-7f0000006000 rw-p 00005000 08:01 11 /some/where else/libllvmlite.so
Anonymous:             0 kB
7f0000006000-7f0000007000 rw-p 00000000 00:00 0
Anonymous:             0 kB
7f0000007000-7f0000008000 r-xp 00000000 08:01 12 /lib/libc.so.6
Anonymous:             0 kB
VmFlags: rd ex mr mw me
"""


def test_only_stretches_of_the_library_that_nobody_has_changed_or_can_change() -> None:
    found = [*unchanged(MAPS.splitlines(), LIBRARY)]
    assert found == [(0x7F0000001000, 0x7F0000003000), (0x7F0000004000, 0x7F0000005000)]


def resident() -> int:
    """Say how much of the library is in memory.  Unit: kilobytes."""
    total, inside = 0, False
    with open("/proc/self/smaps", encoding="utf-8") as lines:
        for words in map(str.split, lines):
            if not words[0].endswith(":"):
                inside = LIBRARY in words[-1]
            elif words[0] == "Rss:" and inside:
                total += int(words[1])
    return total


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps pages so, and says so")
def test_what_is_given_back_is_gone_and_the_library_still_works() -> None:
    before = resident()
    give_back(LIBRARY)
    assert resident() < before / 2
    module = llvm.parse_assembly("define i64 @f() {\n ret i64 7\n}")
    assert "@f" in str(module)


def test_where_nothing_can_be_given_back_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("claimdsl.native.pages._MAPS", "/there/is/no/such/file")
    give_back(LIBRARY)
