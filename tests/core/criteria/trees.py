"""Random trees whose names and values a criterion could have written."""

from hypothesis import strategies as st

from osler.core.criteria import (
    Age,
    AtLeast,
    Bound,
    Comparator,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    Pregnancy,
    SexIs,
    ValueTest,
    Window,
    all_of,
    any_of,
)

NAMES = ("asthma", "stroke", "heparin", "gout", "psoriasis", "lupus erythematosus", "Crohn's disease", "migraine")
_LENGTHS = st.sampled_from([1.0, 2.0, 3.0, 6.0, 12.0, 30.0])
_UNITS = st.sampled_from(["days", "weeks", "months", "years"])
_SIGNS = st.sampled_from([Comparator.LT, Comparator.LE, Comparator.GT, Comparator.GE])

windows = st.one_of(
    st.builds(Window, kind=st.sampled_from(["ever", "current", "recent"])),
    st.builds(Window, kind=st.just("within"), comparator=st.just(Comparator.LE), length=_LENGTHS, unit=_UNITS,
              anchor=st.sampled_from(["", "screening", "randomization"])),
    st.builds(Window, kind=st.just("lasting"), comparator=st.sampled_from([Comparator.GE, Comparator.GT]),
              length=_LENGTHS, unit=_UNITS),
)  # fmt: skip
bounds = st.one_of(
    st.builds(Bound, comparator=_SIGNS, value=st.sampled_from([0.5, 1.5, 7.0, 10.0, 100000.0]),
              unit=st.sampled_from(["", "g/dl", "mg/dl", "%", "x 10^9/l"])),
    st.builds(Bound, comparator=_SIGNS, value=st.sampled_from([1.5, 2.5, 5.0]), times=st.just("ULN")),
)  # fmt: skip
findings = st.builds(Finding, name=st.sampled_from(NAMES), windows=windows.map(lambda window: (window,)) | st.just(()))
measures = st.builds(
    MeasuredValue,
    name=st.sampled_from(["hemoglobin", "creatinine", "platelet count"]),
    test=bounds.map(lambda bound: ValueTest(bounds=(bound,))),
)
ages = st.builds(
    Age,
    test=st.builds(
        lambda sign, value: ValueTest(bounds=(Bound(comparator=sign, value=value, unit="years"),)),
        _SIGNS,
        st.sampled_from([2.0, 18.0, 65.0]),
    ),
)
atoms = st.one_of(
    findings,
    measures,
    ages,
    # "female and male" is how people write "of either sex", so lists of random atoms hold one sex only.
    st.just(SexIs(sex="female")),
    st.builds(Pregnancy, state=st.sampled_from(["pregnant", "breastfeeding", "childbearing_potential"])),
)


def _pair(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[tuple[Expression, ...]]:
    return st.lists(children, min_size=2, max_size=3).map(tuple)


def _grow(children: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.one_of(
        # Nested lists of the same kind are one list when they are read.
        _pair(children).map(all_of),
        _pair(children).map(any_of),
        st.builds(AtLeast, count=st.just(2), children=st.lists(children, min_size=3, max_size=4).map(tuple)),
        st.builds(Not, child=children),
        st.builds(Except, child=findings, exceptions=findings.map(lambda part: (part,))),
    )


trees: st.SearchStrategy[Expression] = st.recursive(atoms, _grow, max_leaves=6)
