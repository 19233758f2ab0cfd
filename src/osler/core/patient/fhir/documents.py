"""DocumentReference, and the words of a DiagnosticReport."""

from __future__ import annotations

import base64
import binascii

from osler.core.patient.extract.sections import sections_of
from osler.core.patient.fhir.elements import (
    Json,
    compact,
    read_codings,
    read_text,
    said,
    write_concept,
)
from osler.core.patient.fhir.links import Links, reference_to, safe_id
from osler.core.patient.fhir.times import write_date
from osler.core.patient.types import Document


def read_document(resource: Json, links: Links) -> list[Document]:
    """The text attachments of a document; one that is not text, or is kept elsewhere, gives nothing."""
    texts = [attachment_text(item.get("attachment", {})) for item in resource.get("content", ())]
    text = "\n\n".join(words for words in texts if words is not None)
    if all(words is None for words in texts):
        return []
    context = (resource.get("context") or {}).get("encounter", ())
    authors = [one for one in resource.get("author", ()) if "Practitioner" in one.get("reference", "")]
    titles = [item.get("attachment", {}).get("title") for item in resource.get("content", ())]
    return [
        Document(
            id=resource["id"],
            title=next((title for title in titles if title), None) or resource.get("description"),
            text=text,
            codings=read_codings(resource.get("type")),
            written=resource.get("date"),
            encounter_id=links.id_of(next(iter(context), None)),
            practitioner_ids=links.ids_of(authors),
            sections=sections_of(text),
        )
    ]


def write_document(document: Document, subject: Json) -> Json:
    # UTF-8 has no place for a lone surrogate, which a note from a broken export may hold.
    data = base64.b64encode(document.text.encode("utf-8", "replace")).decode("ascii")
    attachment = {"contentType": "text/plain; charset=utf-8", "data": data, "title": said(document.title)}
    encounter = reference_to("Encounter", document.encounter_id)
    date = document.written if document.written and "T" in document.written else None
    return compact(
        {
            "resourceType": "DocumentReference",
            "id": safe_id(document.id),
            "status": "current",
            "subject": subject,
            "type": write_concept(document.codings),
            "date": write_date(date),
            "author": [reference_to("Practitioner", one) for one in document.practitioner_ids],
            "context": {"encounter": [encounter]} if encounter else {},
            "content": [{"attachment": compact(attachment)}],
        }
    )


def report_text(resource: Json) -> str | None:
    """The words of a report: its presented forms that are text, and its conclusion."""
    forms = [attachment_text(form) for form in resource.get("presentedForm", ())]
    parts = [*forms, resource.get("conclusion")]
    return "\n\n".join(part for part in parts if part) or None


def read_report_document(resource: Json, text: str, links: Links) -> Document:
    """A report as a document."""
    effective = resource.get("effectivePeriod") or {}
    return Document(
        id=resource["id"],
        title=read_text(resource.get("code")) or next((c.display for c in read_codings(resource.get("code"))), None),
        text=text,
        codings=read_codings(resource.get("code")),
        written=resource.get("issued") or resource.get("effectiveDateTime") or effective.get("start"),
        encounter_id=links.id_of(resource.get("encounter")),
        sections=sections_of(text),
    )


def attachment_text(attachment: Json) -> str | None:
    """The text of an attachment that carries plain text inline."""
    kind = str(attachment.get("contentType") or "text/plain").partition(";")[0].strip()
    data = attachment.get("data")
    if kind not in ("text/plain", "text/markdown", "text/x-markdown"):
        return None
    if data is None:
        # R4 has no empty data: a text that is kept nowhere else is an empty one.
        return None if "url" in attachment or "contentType" not in attachment else ""
    raw = data if isinstance(data, bytes) else str(data).encode("ascii", "replace")
    try:
        return base64.b64decode(raw, validate=False).decode("utf-8", "replace")
    except binascii.Error:
        return None
