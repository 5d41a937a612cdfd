"""The win chance over a game as a picture: SVG text, one line a seat, told apart without colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from claimdsl.ai.review import Judged, turning_point
from claimdsl.ui.names import Names

_WIDTH, _HEIGHT = 720, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 120, 28, 40
_DASHES = ("", "7 4", "2 3", "10 3 2 3")
_SHADES = ("#1b4f72", "#b03a2e", "#196f3d", "#6c3483")
_GRID = (0.0, 0.25, 0.5, 0.75, 1.0)


def chart(judged: Sequence[Judged], moves: int, names: Names) -> str:
    """Draw what each seat's best move was worth to it at each of its choices; marks stand where some was given away."""
    phrase = names.words.speech.phrase
    title, below = escape(phrase("Win chance by move, as each seat could know it")), escape(phrase("move"))
    return "\n".join((
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{title}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        f'<text x="{_LEFT}" y="16" font-size="13">{title}</text>',
        *_grid(moves),
        *_lines(judged, moves, names),
        *_marks(judged, moves),
        f'<text x="{(_LEFT + _WIDTH - _RIGHT) // 2}" y="{_HEIGHT - 8}" text-anchor="middle">{below}</text>',
        "</svg>",
    )) + "\n"


def _x(move: float, moves: int) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * move / max(1, moves - 1)


def _y(value: float) -> float:
    return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - value)


def _grid(moves: int) -> Iterator[str]:
    for value in _GRID:
        y = _y(value)
        strong = value == 0.5
        yield (
            f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" '
            f'stroke="{"#888" if strong else "#ddd"}"/>'
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.0%}</text>'
        )
    for move in range(0, moves, max(1, 5 * round(moves / 50))):
        yield f'<text x="{_x(move, moves):.1f}" y="{_HEIGHT - 24}" text-anchor="middle">{move}</text>'


def _lines(judged: Sequence[Judged], moves: int, names: Names) -> Iterator[str]:
    ends: list[float] = []
    for place, seat in enumerate(sorted({one.seat for one in judged})):
        own = [one for one in judged if one.seat == seat]
        points = " ".join(f"{_x(one.move, moves):.1f},{_y(one.best.value):.1f}" for one in own)
        dash = f' stroke-dasharray="{_DASHES[place]}"' if _DASHES[place] else ""
        yield f'<polyline points="{points}" fill="none" stroke="{_SHADES[place]}" stroke-width="2"{dash}/>'
        x, y = _x(own[-1].move, moves), _y(own[-1].best.value)
        while any(abs(y - other) < 14 for other in ends):
            y += 14 if y < _HEIGHT / 2 else -14
        ends.append(y)
        yield f'<text x="{x + 6:.1f}" y="{y + 4:.1f}" fill="{_SHADES[place]}">{escape(names.who(seat))}</text>'


def _marks(judged: Sequence[Judged], moves: int) -> Iterator[str]:
    """Mark mistakes by a small circle, blunders by a larger one; the turning point is filled."""
    turning = turning_point(judged)
    for one in judged:
        if one.mark in ("mistake", "blunder"):
            radius = 5 if one.mark == "blunder" else 3
            fill = "black" if one is turning else "white"
            yield (
                f'<circle cx="{_x(one.move, moves):.1f}" cy="{_y(one.best.value):.1f}" r="{radius}" fill="{fill}" '
                'stroke="black"/>'
            )
