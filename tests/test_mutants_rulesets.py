"""Changes of one token of a shipped ruleset are found: a sample of what `mutants_rulesets.py` runs whole."""

from __future__ import annotations

import pytest

from claimdsl.resources import rulesets_folder
from tests.mutants_report import is_counted, misspelt
from tests.mutants_rulesets import files, judged, mutants
from tests.ruleset_tokens import tokens

EVERY = 48


@pytest.mark.parametrize("file", files())
def test_a_sample_of_changes_is_found(file: str) -> None:
    verdicts = judged(file, EVERY, offset=len(file))
    names, numbers = misspelt(verdicts), [each for each in verdicts if is_counted(each)]
    assert sum(each.here or each.noted for each in names) >= 0.97 * len(names) - 1
    assert sum(each.right for each in names) >= 0.9 * len(names) - 1
    assert [each for each in numbers if each.outcome == "valid"] == []
    assert max(each.errors for each in verdicts) <= 9


@pytest.mark.parametrize("file", files())
def test_every_character_of_a_file_belongs_to_a_token(file: str) -> None:
    text = (rulesets_folder() / file).read_text(encoding="utf-8")
    found = tokens(text)
    between = [text[one.end : other.start] for one, other in zip(found, found[1:], strict=False)]
    assert "".join(between).strip() == ""


def test_every_token_is_changed_in_every_way() -> None:
    text = "claimdsl: 1\nname: x\n"
    hows = {(mutant.token.text, mutant.how) for mutant in mutants("x.yaml", text)}
    assert {how for word, how in hows if word == "claimdsl"} == {
        "drop", "double", "swap", "replace", "drop token", "double token", "swap tokens",
    }
    assert {word for word, _ in hows} == {"claimdsl", ":", "1", "\n", "name", "x"}
