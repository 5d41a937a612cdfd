"""The page on what `claim solve` works out is up to date."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from tests.write_solving import PAGE, page


def test_the_page_is_up_to_date() -> None:
    assert page() == PAGE.read_text(encoding="utf-8"), "run python -m tests.write_solving"
