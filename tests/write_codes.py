"""Write docs/codes.md, the page of every code: each bad example is run, and what is said of it put down."""

from __future__ import annotations

from pathlib import Path

from claimdsl.ui.pages import markdown_of_all

CODES = Path(__file__).resolve().parent.parent / "docs" / "codes.md"


def main() -> None:
    """Write the file."""
    CODES.write_text(markdown_of_all(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
