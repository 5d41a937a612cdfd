"""Messages of the interface to catalogues: `make translations` writes claim.pot, brings each .po up to date, compiles.

New messages come without a translation; a test says which are missing.
"""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from claimdsl.ui.speech import ENGLISH, SPOKEN

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "claimdsl" / "locale"
TEMPLATE = LOCALE / "claim.pot"
LANGUAGES = tuple(language for language in SPOKEN if language != ENGLISH)
KEYWORDS = {"phrase": None, "_phrase": None, "phrases": (1, 2), "both": (1, 2), "msg": None}
FOLDERS = ("claimdsl/ui", "claimdsl/cli")
_THEN = datetime(2026, 1, 1, tzinfo=UTC)
_NAMES = {"fr": "French", "ja": "Japanese", "nl": "Dutch"}
_HEAD = """\
# {language} messages of claimdsl.
# Not yet reviewed by native speakers; docs/glossary.md has the words of the field."""


def _catalog(language: str | None) -> Catalog:
    return Catalog(
        language, project="claimdsl", version="1", msgid_bugs_address=" ", last_translator="not yet reviewed",
        language_team=" ", creation_date=_THEN, revision_date=_THEN, charset="utf-8", fuzzy=False,
    )


def messages() -> Catalog:
    """Collect what the code says."""
    found = _catalog(None)
    found.header_comment = "# Messages of claimdsl."
    for folder in FOLDERS:
        options = {"method_map": [("**.py", "python")], "keywords": KEYWORDS, "comment_tags": ()}
        for file, _, message, comments, context in extract_from_dir(str(ROOT / folder), **options):
            found.add(message, None, [(f"{folder}/{file}", 0)], auto_comments=comments, context=context)
    return found


def po_file(language: str) -> Path:
    """Name the catalogue of a language, as people edit it."""
    return LOCALE / language / "LC_MESSAGES" / "claim.po"


def catalogue(language: str) -> Catalog:
    """Read the catalogue of a language."""
    file = po_file(language)
    if not file.exists():
        return _catalog(language)
    return read_po(io.BytesIO(file.read_bytes()), language)


def updated(language: str, template: Catalog) -> Catalog:
    """Give the catalogue of a language with the messages of the template and no others."""
    found, old = _catalog(language), catalogue(language)
    for message in template:
        if message.id:
            kept = old.get(message.id)
            same = kept is not None and isinstance(kept.id, str) == isinstance(message.id, str)
            found.add(message.id, kept.string if same else None, message.locations, message.flags)
    found.header_comment = _HEAD.format(language=_NAMES[language])
    return found


def as_text(found: Catalog) -> bytes:
    """Write a catalogue as people edit it."""
    out = io.BytesIO()
    write_po(out, found, width=120, sort_output=True, include_lineno=False, ignore_obsolete=True)
    return out.getvalue()


def compiled(found: Catalog) -> bytes:
    """Write a catalogue as programs read it."""
    out = io.BytesIO()
    write_mo(out, found)
    return out.getvalue()


def main() -> None:
    """Write everything."""
    template = messages()
    LOCALE.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(as_text(template))
    for language in LANGUAGES:
        found, file = updated(language, template), po_file(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(as_text(found))
        file.with_suffix(".mo").write_bytes(compiled(found))
        missing = sum(1 for message in found if message.id and not any(message.string))
        print(f"{file.relative_to(ROOT)}: {len(found)} messages, {missing} to translate")


if __name__ == "__main__":
    main()
