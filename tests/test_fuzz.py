"""Damaged rulesets are refused with findings or can be played, and random games keep the laws: `fuzz.py`, `soak.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import fuzz, fuzz_commands, soak


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_damaged_rulesets(start: int) -> None:
    found = [fuzz.case(seed)[1] for seed in range(start, start + 50)]
    assert {"refused", "played"} == set(found)


@pytest.mark.parametrize("start", range(0, 1000, 100))
def test_damaged_rulesets_through_the_command(start: int, tmp_path: Path) -> None:
    found = {fuzz_commands.ruleset_case(seed, tmp_path) for seed in range(start, start + 100)}
    assert found == {"0", "1"}


@pytest.mark.parametrize("start", range(0, 800, 100))
def test_damaged_records_through_the_command(start: int, tmp_path: Path) -> None:
    found = {fuzz_commands.record_case(seed, tmp_path) for seed in range(start, start + 100)}
    assert {"0", "1"} <= found <= {"0", "1", "2"}


def test_what_is_not_damaged_is_played() -> None:
    accepted = [fuzz.judge(raw, 1) for raw in fuzz.originals() if b"Not a game" not in raw]
    assert len(accepted) > 15
    assert set(accepted) == {"played"}


@pytest.mark.parametrize("raw", [
    b"", b"\xff\xfe", b"\x00" * 100, b"- a", b"42", b"claimdsl: 1\nclaimdsl: 1\n", b"a: " * 5000,
    b"[" * 5000, b"claimdsl: 1\nrules: {x: {ends: " + b"(" * 5000 + b"}}", b"a: &a [*a]\n",
], ids=lambda raw: repr(raw[:20]))
def test_rubbish_is_refused(raw: bytes) -> None:
    assert fuzz.judge(raw, 1) == "refused"


def test_soak_goes_on_from_a_seed() -> None:
    for seed in range(3):
        assert soak.soak(seed).startswith(f"seed {seed}: ")
