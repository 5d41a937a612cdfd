"""What the checker promises: names, types, visibility, cost, arithmetic; each mistake once and at its exact place."""

from __future__ import annotations

import pytest

from claimdsl import pipeline
from claimdsl.diagnostics.catalogue import Code, codes
from claimdsl.diagnostics.report import Report, Severity
from claimdsl.ir import nodes
from claimdsl.ir.dump import dump, expression

_HEAD = "claimdsl: 1\nname: house\nextends: base\n"
_DOCUMENTED = [code for code in codes().values() if code.bad and code.code[3] in "4578"]


def _check(text: str) -> tuple[nodes.Program | None, Report]:
    report = Report()
    return pipeline.check_text("house.yaml", text.encode(), report), report


def _rule(lines: str) -> str:
    return f"{_HEAD}rules:\n  house:\n" + "".join(f"    {line}\n" for line in lines.splitlines())


def _found(text: str) -> list[tuple[str, str]]:
    return [(each.code, each.span.text) for each in _check(text)[1]]


def _typed(hook: str, text: str, more: str = "") -> str:
    """Give the dumped expression of a rule that must be right."""
    program, report = _check(_rule(f"phase: recruit\n{hook}: {text}") + more)
    assert program is not None, [each.message for each in report]
    rule = next(rule for rule in program.hooks if rule.origin.power == "house" and rule.hook == hook)
    assert rule.value is not None
    return f"{rule.value.type}: {expression(rule.value)}"


# --- the catalogue ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", _DOCUMENTED, ids=lambda code: code.code)
def test_a_documented_mistake_is_found_alone(code: Code) -> None:
    assert {each.code for each in _check(code.bad)[1]} == {code.code}


@pytest.mark.parametrize("code", _DOCUMENTED, ids=lambda code: code.code)
def test_a_documented_correction_is_fine(code: Code) -> None:
    program, report = _check(code.good)
    assert not list(report)
    assert program is not None


# --- shipped rulesets ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["base", "claim2", "printed-2017", "french", "german-whist"])
def test_shipped_rulesets_have_no_findings(name: str) -> None:
    program, report = _check(f"claimdsl: 1\nname: house\nextends: {name}\n")
    assert not list(report)
    assert program is not None


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "code", "place"), [
    ("tier: if led == goblin then 2 else base", "CLM402", "goblin"),
    ("tier: if lead == goblins then 2 else base", "CLM401", "lead"),
    ("ends: not any(hand)", "CLM427", "hand"),
    ("tier: if any(p in trick, p.player == later) then 1 else 0", "CLM427", "later"),
    ("tier: if dwarf_tie == latter then 1 else 0", "CLM405", "latter"),
    ("tier: if setup.sides == eech then 1 else 0", "CLM405", "eech"),
    ("tier: if phase == later then 1 else 0", "CLM405", "later"),
    ("strength: player.hnd", "CLM406", "hnd"),
    ("strength: led.value", "CLM406", "value"),
    ("strength: card.weight", "CLM403", "weight"),
    ("tier: play.tier", "CLM403", "tier"),
    ("tier: nothing", "CLM410", "nothing"),
])
def test_a_name_that_means_nothing_is_pointed_at(line: str, code: str, place: str) -> None:
    assert _found(_rule(line)) == [(code, place)]


def test_a_misspelt_name_gets_the_nearest_one() -> None:
    _, report = _check(_rule("tier: if dwarf_tie == latter then 1 else 0"))
    assert [each.suggestion for each in report] == ["later"]


def test_a_term_out_of_scope_is_reported_where_it_is_used() -> None:
    text = _rule("strength: if loser == player then 1 else base")
    assert _found(text) == [("CLM403", "loser")]
    assert "reads 'ranking'" in next(iter(_check(text)[1])).message


def test_a_mistake_in_a_term_is_reported_once_and_in_the_term() -> None:
    rules = "rules:\n  house: {strength: heavy, tier: heavy, face_down: heavy}\n"
    text = f"{_HEAD}terms: {{heavy: card.weigth}}\n{rules}"
    assert _found(text) == [("CLM406", "weigth")]


def test_a_mistake_in_an_unused_term_is_found() -> None:
    assert _found(f"{_HEAD}terms: {{idle: winner.hat}}\n") == [("CLM406", "hat")]


def test_variables_of_terms_do_not_meet_those_around_them() -> None:
    more = "terms: {best: most(p in trick by p.value)}\n"
    typed = _typed("strength", "count(p in trick, p == best)", more)
    assert typed == "Int: count(p#1 in trick, (p#1 == most(p#2 in trick by p#2.value)))"


def test_a_ring_of_terms_is_shown_as_a_chain() -> None:
    text = f"{_HEAD}terms: {{a1: b1, b1: c1, c1: a1}}\nrules:\n  house: {{strength: b1}}\n"
    _, report = _check(text)
    assert [each.message for each in report] == ["term 'a1' means itself: a1 -> b1 -> c1 -> a1"]


def test_a_guard_is_read_in_every_hook_of_its_power() -> None:
    text = _rule("when: last_trick\nnext_leader: winner\ntier: 1")
    assert _found(text) == [("CLM403", "last_trick")]


def test_a_name_chosen_on_play_is_a_field_of_the_play() -> None:
    text = _rule("on_play: choose guest from seats by player\nstrength: if play.guest == leader then 1 else 0")
    program, report = _check(text)
    assert not list(report)
    assert program is not None


# --- types -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hook", "text", "typed"), [
    ("next_leader", "winner", "Player?: maybe(winner)"),
    ("next_leader", "last(p in trick).player otherwise base", "Player?: (last(p#1 in trick).player otherwise base)"),
    ("offers", "first(prizes)", "List[Card,1]: list(first(it#1 in prizes))"),
    ("offers", "nothing", "List[Card,1]: list(nothing)"),
    ("offers", "prizes + play", "List[Card,72]: (prizes + list(card(play)))"),
    ("ends", "play_is_there", ""),
    ("leads", "if any(trick) then play.faction else nothing",
     "Faction?: (if any(it#1 in trick) then maybe(play.faction) else nothing)"),
    ("strength", "0 - card.value + 3", "Int: (0 - card.value + 3)"),
    ("strength", "max(p in trick by p.value) otherwise 0", "Int: (max(p#1 in trick by p#1.value) otherwise 0)"),
    ("strength", "top(stock, 1).value otherwise 0", ""),
    ("tier", "count(v in 1..3, v == card.value)", "Int: count(v#1 in 1..3, (v#1 == card.value))"),
    ("counts_as", "if any(led) then led otherwise goblins else card.faction",
     "Faction: (if any(it#1 in list(led)) then (led otherwise goblins) else card.faction)"),
    ("goes_to", "if player == winner then discard else player.partner.score",
     "Pile[72]: (if (player == winner) then discard else player.partner.score)"),
])
def test_coercions_are_explicit(hook: str, text: str, typed: str) -> None:
    if typed:
        assert _typed(hook, text) == typed
    else:
        assert _check(_rule(f"{hook}: {text}"))[0] is None


@pytest.mark.parametrize(("line", "code", "place"), [
    ("strength: card.value + led", "CLM408", "led"),
    ("strength: max(p in trick by p.value) + 1", "CLM410", "max(p in trick by p.value)"),
    ("strength: if card.value then 1 else 0", "CLM408", "card.value"),
    ("strength: if prizes then 1 else 0", "CLM409", "prizes"),
    ("strength: if dwarf_tie then 1 else 0", "CLM408", "dwarf_tie"),
    ("strength: if true then 1 else goblins", "CLM408", "goblins"),
    ("tier: if card == card.value then 1 else 0", "CLM412", "card == card.value"),
    ("tier: if card.faction in trick then 1 else 0", "CLM412", "card.faction in trick"),
    ("tier: if prizes == stock then 1 else 0", "CLM409", "prizes"),
    ("tier: if card < 3 then 1 else 0", "CLM408", "card"),
    ("tier: if led == nothing then 1 else 0", "CLM413", "nothing"),
    ("strength: trick.value", "CLM409", "value"),
    ("strength: count(1, 2)", "CLM414", "count(1, 2)"),
    ("strength: most(p in trick)", "CLM414", "most(p in trick)"),
    ("strength: count(p in trick by p.value)", "CLM414", "p.value"),
    ("strength: count(card.value == 3)", "CLM409", ""),
    ("counts_as: led", "CLM410", "led"),
    ("phase: recruit\noffers: goblins", "CLM408", "goblins"),
    ("goes_to: prizes + middle", "CLM417", "prizes + middle"),
    ("next_leader: dwarf_tie", "CLM408", "dwarf_tie"),
    ("after_trick: move winner to discard", "CLM408", "winner"),
    ("after_trick: choose who from middle by winner.partner", "CLM410", "winner.partner"),
    ("after_trick: set middle to 3", "CLM418", "middle"),
    ("after_trick: draw one from winner", "CLM408", "winner"),
    ("after_trick: swap middle with winning_play", "CLM409", "middle"),
    ("after_trick: show middle to led", "CLM408", "led"),
])
def test_a_wrong_type_is_pointed_at(line: str, code: str, place: str) -> None:
    found = _found(_rule(line))
    assert len(found) == 1
    assert found[0] == (code, place) or not place


def test_one_mistake_gives_one_message() -> None:
    assert len(_found(_rule("tier: if ledd == goblins and any(p in ledd, p.value > 3) then 1 else base"))) == 2
    assert len(_found(_rule("tier: if led == goblin or card.value > 3 then 1 else 0"))) == 1


# --- visibility ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [
    "may_play: not any(c in player.hand, c.faction == led)",
    "strength: count(player.hand) + count(stock)",
    "after_trick: move top(stock, 1) to winner.hand",
    "after_trick: choose gift from filter(c in winner.hand, c.value > 3) by winner",
    "at_end: 'move filter(c in stock, c.value > 3) to discard'",
    "weight: count(p in players, any(c in p.hand, c.value == 3))",
    "tier: if any(c in prizes, c.faction == card.faction) then 1 else 0",
    "on_take: move due to discard unseen",
])
def test_what_the_asker_knows_may_be_read(line: str) -> None:
    assert _found(_rule(line)) == []


@pytest.mark.parametrize(("line", "code", "place"), [
    ("may_play: any(c in player.left.hand, c.value == 3)", "CLM501", "c.value"),
    ("may_play: any(c in stock, c.value == 3)", "CLM501", "c.value"),
    ("strength: count(c in player.hand, c.value == 3)", "CLM501", "c.value"),
    ("tier: if card in player.followers then 1 else 0", "CLM501", "card in player.followers"),
    ("tier: if first(stock) == card then 1 else 0", "CLM501", "first(stock) == card"),
    ("after_trick: choose gift from winner.left.hand by winner", "CLM502", "winner.left.hand"),
    ("after_trick: choose gift from stock by winner", "CLM502", "stock"),
    ("on_take: 'move first(c in due, c.value == 3) to discard'", "CLM501", "c.value"),
    ("phase: recruit\noffers: 'filter(c in base, c.value > 3)'", "CLM501", "c.value"),
    ("after_trick: move most(c in stock by c.value) to discard", "CLM501", "c.value"),
])
def test_hidden_cards_are_not_read(line: str, code: str, place: str) -> None:
    assert _found(_rule(line)) == [(code, place)]


def test_what_was_shown_to_all_may_be_read_until_it_moves() -> None:
    state = "state: {trump: Faction}\n"
    shown = "before_phase: |\n  show top(stock, 1) to seats\n  set trump to top(stock, 1).faction\n"
    moved = shown.replace("  set", "  move top(stock, 1) to discard\n  set")
    assert _found(_rule(shown) + state) == []
    assert [code for code, _ in _found(_rule(moved) + state)] == ["CLM501"]


def test_a_card_moved_to_a_public_pile_may_be_read() -> None:
    text = (
        "after_trick: |\n  choose gift from winner.hand by winner\n  move gift to middle\n"
        "  if gift.value == 3: move gift to discard\n"
    )
    assert _found(_rule(text)) == []
    assert [code for code, _ in _found(_rule(text.replace("  move gift to middle\n", "")))] == ["CLM501"]


# --- cost ------------------------------------------------------------------------------------------------------------


def test_the_dearest_fold_is_named() -> None:
    fold = "count(a in discard, any(b in discard, any(c in discard, c.value + b.value == a.value)))"
    assert _found(_rule(f"strength: card.value + {fold}")) == [("CLM503", fold)]


def test_terms_that_double_are_caught_and_not_expanded() -> None:
    terms = "".join(f"  t{each}: t{each - 1} + t{each - 1}\n" for each in range(1, 36))
    text = f"{_HEAD}terms:\n  t0: count(trick)\n{terms}rules:\n  house: {{strength: t35}}\n"
    assert [code for code, _ in _found(text)] in (["CLM503"], ["CLM504"])


def test_a_hook_stays_small_once_terms_are_written_out() -> None:
    terms = "".join(f"  t{each}: t{each - 1} + t{each - 1}\n" for each in range(1, 15))
    text = f"{_HEAD}terms:\n  t0: trick_number\n{terms}rules:\n  house: {{tier: t14}}\n"
    assert [code for code, _ in _found(text)] == ["CLM504"]


def test_terms_that_nest_endlessly_are_caught() -> None:
    terms = "".join(f"  t{each}: t{each - 1} + 1\n" for each in range(1, 1500))
    text = f"{_HEAD}terms:\n  t0: count(trick)\n{terms}rules:\n  house: {{strength: t1499}}\n"
    assert {code for code, _ in _found(text)} == {"CLM415"}


def test_ranges_of_card_values_are_bounded() -> None:
    text = "max(v in 0..9 by count(w in v..9, all(u in v..w, any(c in cards, c.value == u))))"
    assert _found(f"{_HEAD}factions:\n  dwarves:\n    powers:\n      song: {{majority: {{run: '{text}'}}}}\n") == []


# --- the game as a whole ---------------------------------------------------------------------------------------------


def test_a_deck_that_does_not_deal_out_shows_the_arithmetic() -> None:
    _, report = _check(f"{_HEAD}factions:\n  dwarves: {{cards: 0..7}}\n")
    found = list(report)
    assert [each.message for each in found] == [
        "8 dwarves make 50 cards; 2 players need 52 (13 in each hand, 2 a trick for 13 tricks); "
        "3 and 4 players have the same trouble"
    ]
    assert found[0].span.text == "0..7"


@pytest.mark.parametrize(("lines", "place", "words"), [
    ("rules:\n  reveal: {before_trick: 'move top(stock, 3) to prizes'}\n", "before_trick",
     "with 2 players the stock runs dry in trick 9 of recruit"),
    ("phases:\n  recruit: {tricks: 12}\n", "12", "with 2 players 2 cards of the stock are left over"),
])
def test_a_stock_that_runs_dry_or_is_left_over_is_counted(lines: str, place: str, words: str) -> None:
    found = next(iter(_check(f"{_HEAD}{lines}")[1]))
    assert (found.code, found.severity, found.span.text) == ("CLM822", Severity.WARNING, place)
    assert words in found.message


def test_prizes_that_a_file_changes_alone_are_its_own_affair() -> None:
    text = f"{_HEAD}setup:\n  3: {{hand: 10, prizes: 1, tricks: 14}}\n"
    assert _found(text) == []


def test_a_definition_is_blamed_for_what_nothing_uses() -> None:
    rules = "rules:\n  one: {tier: if heavy then 1 else base}\n  two: {strength: if heavy then 0 else base}\n"
    _, report = _check(f"{_HEAD}terms: {{heavvy: card.value > 6}}\n{rules}")
    (found,) = report
    assert (found.code, found.span.text, found.suggestion) == ("CLM430", "heavvy", "heavy")
    assert [note.span.text for note in found.notes] == ["heavy", "heavy"]


def test_a_use_is_blamed_where_it_stands_alone_and_the_definition_is_noted() -> None:
    lines = "terms: {strong: card.value > 6}\nrules: {one: {tier: if stronng then 1 else base}}\n"
    (found,) = _check(f"{_HEAD}{lines}")[1]
    assert (found.code, found.span.text, found.suggestion) == ("CLM401", "stronng", "strong")
    assert [note.span.text for note in found.notes] == ["strong"]


def test_a_twelve_card_faction_stands_in_for_the_pair() -> None:
    text = (
        f"{_HEAD}factions:\n  angels: {{cards: 0..11}}\n"
        "line_up:\n  2: {pairs: 0, free: 5, default: [angels, undead, dwarves, doppelgangers, trolls]}\n"
    )
    assert _found(text) == []


def test_what_a_child_leaves_unused_of_its_parent_is_no_finding() -> None:
    assert _found(f"{_HEAD}factions:\n  dwarves: {{powers: {{dig: {{goes_to: leader.score}}}}}}\n") == []


def test_unused_things_are_warnings_only() -> None:
    program, report = _check(f"{_HEAD}piles: {{attic: {{of: table, seen_by: all}}}}\n")
    assert [each.severity for each in report] == [Severity.WARNING]
    assert program is not None


# --- the program -----------------------------------------------------------------------------------------------------


def test_the_digest_ignores_titles_comments_and_places() -> None:
    one, _ = _check(_rule("tier: if led==goblins then 2 else base"))
    spaced = _rule("tier: if (led == goblins)  then 2 else base  # so")
    two, _ = _check(f"# a comment\n{spaced}title: {{en: House}}\n")
    other, _ = _check(_rule("tier: if led == goblins then 3 else base"))
    assert one is not None
    assert two is not None
    assert other is not None
    assert one.digest == two.digest != other.digest


def test_the_dump_of_a_program_is_stable() -> None:
    program, _ = _check(_rule("tier: if led == goblins then 2 else base"))
    assert program is not None
    assert dump(program) == dump(program)
    assert "tier of table.house (all)\n  Int: (if (led == goblins) then 2 else base)\n" in dump(program)
