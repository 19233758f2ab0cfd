"""The text index over the trials of the store: words, concepts with all that they are a kind of, and filters."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from osler.core.terminology import Vocabularies
from osler.trials.kinship import conditions_called, drugs_in, is_near, lineage, same_as, wider
from osler.trials.registry.local.expressions import Part, Words, read_expression
from osler.trials.registry.port import TrialQuery
from osler.trials.registry.study import Study, age_in_years

if TYPE_CHECKING:
    import tantivy

FORMAT = "4"
_CONDITION_FIELDS = ("conditions", "keywords", "title")
_INTERVENTION_FIELDS = ("interventions", "title")
_TERM_FIELDS = ("title", "conditions", "keywords", "interventions", "summary", "eligibility")
_CONCEPT_BOOST = 4.0
_NEAR_BOOST, _FAR_BOOST = 1.0, 0.5
"""A trial of the disease of which the one asked for is a kind comes after those of it; one of a far wider disease last."""
_WRITER_BYTES = 64_000_000
_OLDEST = 200.0


class Hits(NamedTuple):
    """Ids of studies, best first, and how many there are in all."""

    nct_ids: list[str]
    total: int


class TrialIndex:
    """A folder of tantivy's; it can be built again from the store at any time."""

    def __init__(self, folder: Path, vocabularies: Vocabularies) -> None:
        import tantivy

        self._vocabularies = vocabularies
        self._tantivy = tantivy
        self.is_new = not (folder / "meta.json").is_file()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._schema = _schema()
        if not self.is_new and not tantivy.Index.exists(str(folder)):
            shutil.rmtree(folder)
            folder.mkdir(mode=0o700)
            self.is_new = True
        self._index = tantivy.Index(self._schema, path=str(folder))

    def add(self, studies: Iterable[Study]) -> None:
        """Index studies, each in place of its older version; after this returns they are on disk."""
        writer = self._index.writer(_WRITER_BYTES, 1)
        for study in studies:
            writer.delete_documents_by_term("nct_id", study.nct_id)
            writer.add_document(self._document(study))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()

    def search(self, query: TrialQuery, *, inside: list[str] | None = None, offset: int = 0) -> Hits:
        """The studies that fit a query; `inside` limits them to given ids."""
        parts = self._filters(query)
        if query.condition:
            parts.append(self._condition(query.condition))
        if query.intervention:
            drugs = drugs_in(query.intervention, self._vocabularies)
            parts.append(self._named(query.intervention, "drug_concepts", drugs, _INTERVENTION_FIELDS))
        if query.eligibility_keywords:
            parts.append(self._words(query.eligibility_keywords, _TERM_FIELDS))
        if query.titles:
            parts.append(self._words(query.titles, ("title",)))
        if query.location:
            parts.append(self._words(query.location, ("places",)))
        if inside is not None:
            parts.append(self._silent(self._tantivy.Query.term_set_query(self._schema, "nct_id", inside)))
        must = self._tantivy.Occur.Must
        whole = self._tantivy.Query.boolean_query([(must, part) for part in parts or [self._tantivy.Query.all_query()]])
        searcher = self._index.searcher()
        found = searcher.search(whole, limit=query.page_size, offset=offset, count=True)
        ids = [str(searcher.doc(address)["nct_id"][0]) for _, address in found.hits]
        return Hits(ids, int(getattr(found, "count", 0) or 0))

    def _condition(self, text: str) -> tantivy.Query:
        """By name and concept; a trial that is for all kinds of a disease is for who has one of them."""
        query, should = self._tantivy.Query, self._tantivy.Occur.Should
        concepts = conditions_called(text, self._vocabularies)
        named = self._named(text, "condition_concepts", concepts, _CONDITION_FIELDS)
        above = {kind for concept in concepts for kind in wider(concept, self._vocabularies)}
        near = {kind for kind in above if is_near(kind, self._vocabularies)}
        parts = [(should, named)]
        for kinds, boost in ((near, _NEAR_BOOST), (above - near, _FAR_BOOST)):
            if kinds:
                for_all = query.term_set_query(self._schema, "own_conditions", sorted(kinds))
                parts.append((should, query.boost_query(query.const_score_query(for_all, 1.0), boost)))
        return query.boolean_query(parts) if len(parts) > 1 else named

    def _named(self, text: str, field: str, concepts: Iterable[str], fields: tuple[str, ...]) -> tantivy.Query:
        """By concept (the study's own is one of these or a kind of it), or by all the words."""
        query, should = self._tantivy.Query, self._tantivy.Occur.Should
        parts = [(should, self._words(text, fields))]
        for concept in concepts:
            term = query.term_query(self._schema, field, concept)
            parts.append((should, query.boost_query(query.const_score_query(term, 1.0), _CONCEPT_BOOST)))
        return query.boolean_query(parts)

    def _words(self, text: str, fields: tuple[str, ...]) -> tantivy.Query:
        """By the words as an expression of the API's own query language: AND, OR, NOT in capitals, quotes, brackets."""
        expression = read_expression(text)
        return self._tantivy.Query.empty_query() if expression is None else self._expressed(expression, fields)

    def _expressed(self, part: Part, fields: tuple[str, ...]) -> tantivy.Query:
        query, occur = self._tantivy.Query, self._tantivy.Occur
        if isinstance(part, Words):
            phrase = f'"{part.text}"' if " " in part.text else part.text
            return self._index.parse_query(phrase, list(fields))
        how = {"all": occur.Must, "any": occur.Should, "none": occur.MustNot}[part.how]
        parts = [(how, self._expressed(one, fields)) for one in part.parts]
        # What only forbids finds nothing by itself.
        return query.boolean_query([*parts, (occur.Must, query.all_query())] if part.how == "none" else parts)

    def _filters(self, query: TrialQuery) -> list[tantivy.Query]:
        found: list[tantivy.Query] = []
        for field, values in (("status", query.status), ("phase", query.phase)):
            if values:
                found.append(self._silent(self._tantivy.Query.term_set_query(self._schema, field, list(values))))
        if query.sex is not None:
            sexes = self._tantivy.Query.term_set_query(self._schema, "sex", ["ALL", query.sex])
            found.append(self._silent(sexes))
        if query.study_type is not None:
            found.append(self._silent(self._tantivy.Query.term_query(self._schema, "study_type", query.study_type)))
        if query.min_age is not None:
            found.append(self._silent(self._range("minimum_age", None, query.min_age)))
        if query.max_age is not None:
            found.append(self._silent(self._range("maximum_age", query.max_age, None)))
        if query.updated_since:
            found.append(self._silent(self._since(query.updated_since)))
        return found

    def _range(self, field: str, low: float | None, high: float | None) -> tantivy.Query:
        kind = self._tantivy.FieldType.Float
        return self._tantivy.Query.range_query(self._schema, field, kind, low, high)

    def _since(self, day: str) -> tantivy.Query:
        kind = self._tantivy.FieldType.Integer
        return self._tantivy.Query.range_query(self._schema, "last_update", kind, _day_number(day), None)

    def _silent(self, part: tantivy.Query) -> tantivy.Query:
        """A filter: it must hold and adds nothing to the score."""
        return self._tantivy.Query.const_score_query(part, 0.0)

    def _document(self, study: Study) -> tantivy.Document:
        document = self._tantivy.Document()
        document.add_text("nct_id", study.nct_id)
        document.add_text("title", f"{study.brief_title}\n{study.official_title}")
        for field, values in (
            ("conditions", study.conditions),
            ("keywords", study.keywords),
            ("interventions", study.interventions),
            ("phase", study.phases),
            ("places", list(dict.fromkeys(place.words for place in study.places))),
            (
                "condition_concepts",
                _with_kinds(
                    [
                        concept
                        for name in _named_conditions(study)
                        for concept in conditions_called(name, self._vocabularies)
                    ],
                    self._vocabularies,
                ),
            ),
            ("own_conditions", _own_conditions(study, self._vocabularies)),
            (
                "drug_concepts",
                _with_kinds(
                    [concept for name in study.interventions for concept in drugs_in(name, self._vocabularies)],
                    self._vocabularies,
                ),
            ),
        ):
            for value in values:
                document.add_text(field, value)
        document.add_text("summary", study.summary)
        document.add_text("eligibility", study.eligibility)
        document.add_text("status", study.status)
        document.add_text("study_type", study.study_type)
        document.add_text("sex", study.sex)
        document.add_float("minimum_age", age_in_years(study.minimum_age) or 0.0)
        oldest = age_in_years(study.maximum_age)
        document.add_float("maximum_age", _OLDEST if oldest is None else oldest)
        document.add_integer("last_update", _day_number(study.last_update))
        return document


def _named_conditions(study: Study) -> list[str]:
    return [*study.conditions, study.brief_title]


def _own_conditions(study: Study, vocabularies: Vocabularies) -> list[str]:
    """The concepts of the study's conditions themselves and what is the same, without what they are kinds of."""
    own = {concept for name in study.conditions for concept in conditions_called(name, vocabularies)}
    return sorted(own | {other for concept in own for other in same_as(concept, vocabularies)})


def _with_kinds(concepts: Iterable[str], vocabularies: Vocabularies) -> list[str]:
    return sorted({kind for concept in concepts for kind in lineage(concept, vocabularies)})


def _day_number(day: str) -> int:
    digits = day.replace("-", "")
    return int(digits.ljust(8, "0")) if digits.isdigit() else 0


@lru_cache(maxsize=1)
def _schema() -> tantivy.Schema:
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_text_field("nct_id", stored=True, tokenizer_name="raw")
    for field in ("title", "conditions", "keywords", "interventions", "summary", "eligibility", "places"):
        builder.add_text_field(field, tokenizer_name="en_stem")
    for field in ("condition_concepts", "own_conditions", "drug_concepts", "status", "phase", "study_type", "sex"):
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic")
    builder.add_float_field("minimum_age", indexed=True, fast=True)
    builder.add_float_field("maximum_age", indexed=True, fast=True)
    builder.add_integer_field("last_update", indexed=True, fast=True)
    return builder.build()
