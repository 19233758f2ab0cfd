"""The rules file says what it means: ids exist, labels are theirs, nothing is malformed."""

import pytest

from osler.core.safety import Severity, red_flag_rules, ruleset
from osler.core.safety.ruleset import Trigger, parse_rules
from osler.core.terminology import hpo
from osler.errors import ConfigError


def _triggers() -> list[tuple[str, Trigger]]:
    findings = ruleset().findings.items()
    return [(rule.id, rule) for rule in red_flag_rules()] + [(name, finding) for name, finding in findings]


def test_every_id_exists_and_has_the_label_written_beside_it() -> None:
    graph = hpo()
    written = [(rule_id, *pair) for rule_id, trigger in _triggers() for pair in trigger.coded().items()]
    written += [(rule.id, *pair) for rule in red_flag_rules() for pair in rule.except_subtrees.items()]
    assert len(written) > 80
    wrong = [row for row in written if graph.resolve(row[1]) != row[1] or graph.label(row[1]) != row[2]]
    assert wrong == []


def test_every_rule_says_what_to_do_why_and_by_which_guideline() -> None:
    for rule in red_flag_rules():
        assert len(rule.action) > 20, rule.id
        assert len(rule.reason) > 20, rule.id
        assert len(rule.source) > 20, rule.id


def test_no_phrase_belongs_to_an_urgent_and_to_a_warning_rule() -> None:
    urgent = {p for rule in red_flag_rules() if rule.severity is Severity.URGENT for p in rule.phrases}
    warning = {p for rule in red_flag_rules() if rule.severity is Severity.WARNING for p in rule.phrases}
    assert urgent & warning == set()


_GOOD = "{id: a, title: T, severity: WARNING, phrases: [x], action: a, reason: r, source: s}"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("rules: [", "cannot be read"),
        ("rules: [{id: a}]", "cannot be read"),
        (f"rules: [{_GOOD}, {_GOOD}]", "share an id: a"),
        ("rules: [{id: a, title: T, severity: WARNING, action: a, reason: r, source: s}]", "needs a trigger"),
        (f"rules: [{_GOOD.replace('WARNING', 'HIGH')}]", "cannot be read"),
        (f"rules: [{_GOOD.replace('phrases: [x]', 'when: [[]]')}]", "without conditions"),
        (f"rules: [{_GOOD.replace('phrases: [x]', 'when: [[nothing_known]]')}]", "no such finding: nothing_known"),
        (f"rules: [{_GOOD.replace('phrases: [x]', 'when: [[mood < 3]]')}]", "no measure 'mood'"),
        (f"rules: [{_GOOD.replace('phrases: [x]', 'when: [[glucose < 3 parsec]]')}]", "no unit of glucose"),
        (f"rules: [{_GOOD.replace('phrases: [x]', 'phrases: [a&b]')}]", "a mark that phrases do not know"),
        (f"rules: [{_GOOD.replace('phrases: [x]', 'phrases: [leuk*mia]')}]", "a mark inside a word"),
        ("[]", "one list named rules"),
    ],
)
def test_a_malformed_rules_file_is_a_clear_error(text: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem) as caught:
        parse_rules(text)
    assert caught.value.mend
