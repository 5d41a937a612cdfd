"""How the full screen is laid out and painted: the terminal's own colours, or none."""

from __future__ import annotations

WIDE, HIGH = 110, 32
"""Columns from which the story stands beside the table; rows from which the last trick has a panel of its own."""

PAINT = {
    "": "",
    "strong": "bold",
    "faint": "dim",
    "good": "bold ansi_green",
    "bad": "bold ansi_red",
    "lit": "bold reverse",
    "cursor": "bold reverse",
    "title": "bold",
    "faction0": "bold ansi_green",
    "faction1": "bold ansi_yellow",
    "faction2": "bold ansi_cyan",
    "faction3": "bold ansi_magenta",
    "faction4": "bold ansi_blue",
    "faction5": "bold ansi_red",
}

SHEET = """
Screen, ModalScreen, Horizontal, Vertical, VerticalScroll, Panel {
    background: ansi_default;
    color: ansi_default;
}
Screen { layout: vertical; overflow: hidden hidden; }
Panel { height: auto; width: 1fr; }
VerticalScroll { scrollbar-size-vertical: 0; }
#body { height: 1fr; layout: vertical; }
#table { height: auto; width: 1fr; }
#top { height: auto; }
#trick { width: 1fr; margin-right: 2; }
#votes { width: auto; max-width: 48%; }
#last { display: none; }
#story { height: 1fr; width: 1fr; }
#scroll { height: 1fr; }
#bottom { dock: bottom; height: auto; }
Screen.-wide #body { layout: horizontal; }
Screen.-wide #table { width: 3fr; }
Screen.-wide #story { width: 2fr; margin-left: 2; }
Screen.-wide #last, Screen.-high #last { display: block; margin-top: 1; }
Screen.-high #piles, Screen.-high #powers { margin-top: 1; }
Screen.-wide #votes { margin-right: 0; }
#page { height: 1fr; }
#foot { dock: bottom; height: auto; }
"""
