"""Labels of screens in the languages of the table."""

from __future__ import annotations

import re

from tests.test_languages import forms
from tests.write_translations import ROOT, catalogue


def test_no_colon_is_put_behind_what_a_catalogue_says() -> None:
    """French sets a blank before it, so it belongs to the message."""
    for file in sorted((ROOT / "claimdsl" / "ui" / "tui").glob("*.py")):
        assert not re.search(r'f"\{\w+\}:', file.read_text(encoding="utf-8")), file.name


def test_french_sets_a_blank_before_a_colon() -> None:
    said = [form for one in catalogue("fr") if one.id for form in forms(one)]
    assert said and [form for form in said if re.search(r"\w:(\s|$)", form)] == []
