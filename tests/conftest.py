"""Keep what tests compile apart from what a person has compiled, and speak English whatever the machine does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Compile into a folder that lives as long as the tests do."""
    folder = tmp_path_factory.mktemp("compiled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLAIMDSL_CACHE", str(folder))
        patch.setenv("LC_ALL", "C.UTF-8")
        yield folder
