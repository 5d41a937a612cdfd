"""The screens in docs/evidence are what the program shows today, fit 80 columns and hold no control characters."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimdsl.ui.text import width_of
from tests.evidence import FOLDER, SCREENS, screen


@pytest.mark.parametrize("name", SCREENS)
def test_the_screen_is_as_kept(name: str, tmp_path: Path) -> None:
    kept = (FOLDER / name).read_text(encoding="utf-8")
    assert screen(name, tmp_path) == kept, "run: make docs"


@pytest.mark.parametrize("name", SCREENS)
def test_the_screen_fits(name: str) -> None:
    lines = (FOLDER / name).read_text(encoding="utf-8").split("\n")
    assert max(map(width_of, lines)) <= 80
    assert not any(ord(letter) < 32 for line in lines for letter in line)
