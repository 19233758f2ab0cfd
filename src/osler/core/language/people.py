"""Names of people, places and files in a note, which are no findings: "Dr Amelia Hart", "Huntington Hospital", "seizure_2.mp4"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.privacy import is_given_name, is_surname
from osler.first_letters import each_match

_NAME = r"[A-Z][a-zA-Z'’-]+"
_PERSON = re.compile(
    rf"\b(?:Dr|Mr|Mrs|Ms|Miss|Mx|Prof|Professor|Master|Nurse)\.?[ \t]+(?:[A-Z]\.?[ \t]+)?{_NAME}(?:[ \t]+{_NAME}){{0,2}}"
    rf"|\b(?:[Cc]alled|[Nn]amed|Dear)[ \t]+{_NAME}(?:[ \t]+{_NAME}){{0,2}}"
    rf"|^[ \t]*(?:Patient(?: name)?|Name|Pt|Re|RE|Attending|Surgeon|Author|Physician|Consultant|GP|PCP|Referring physician)"
    rf"[ \t]*:[ \t]*{_NAME}(?:,?[ \t]+{_NAME}){{1,3}}"
    r"|^[ \t]*(?:P(?:atien)?t(?:'s)?[ \t]?[Nn]ame|Name|NAME|P(?:atien)?t)[ \t]*:[ \t]*[A-Z][A-Z'’-]+,[ \t]?[A-Z][A-Z'’-]+(?:[ \t][A-Z]+)?\b"
    rf"|{_NAME}[ \t]+{_NAME},?[ \t]+(?:MD|M\.D\.|RN|NP|PA-C|DO|MBBS|MRCP|FRCP|PhD|PharmD)\b",
    re.MULTILINE,
)
_PLACE = re.compile(
    rf"\b(?:{_NAME}[ \t]+){{1,3}}(?:Hospital|Infirmary|Surgery|Practice|Clinic|Hospice|Medical Centre|Medical Center|Health Centre|Health Center|Street|Road|Avenue|Lane|Drive|Boulevard)\b"
)

_FILE = re.compile(
    r"(?:https?://|www\.)\S{1,500}|(?<![\w./\\-])[\w./\\-]{0,200}\w\.(?:pdf|docx?|odt|xlsx?|csv|tsv|jpe?g|png|gif|tiff?|bmp|heic|dcm|mp4|mov|avi|mkv|mp3|wav|m4a|txt|rtf|html?|xml|"
    r"json|ya?ml|zip|eml|msg|pptx?|md|vcf|bam)\b",
    re.IGNORECASE,
)

_SURNAME = r"(?:[ \t]+[A-Z][a-z]+(?:['’-][A-Z][a-z]+)?)"
_WITH_AN_AGE = re.compile(
    rf"(?<![\w'’-])(?P<given>[A-Z][a-z]{{2,15}}){_SURNAME}{{0,2}}(?=[ \t]*[,(–-][ \t]*(?:who[ \t]is[ \t]|now[ \t])?(?:(?:an?|the|our|my)[ \t])?(?:aged?\b|born\b|DOB\b|\d{{1,3}}(?:[ \t-](?:year|yr|month|week|day)|[ \t]?(?:yo|y/o|y|m|M|F)\b|[,)])))"
)
"""A name before an age: "Amelia Hartwell, aged 4", "Amelia, a 4-year-old girl"."""
_SENT = re.compile(
    rf"(?:\b(?:seeing|saw|met|referring|reviewing|reviewed|referred|thank[ \t]you[ \t]for[ \t]\w+|regarding|concerning|Re|RE)[: \t]+)(?P<name>(?P<given>[A-Z][a-z]{{2,15}}){_SURNAME}{{0,2}})(?![\w'’-])"
)
"""A name behind the words for whom a letter is about: "thank you for referring Amelia"."""
_WHOLE = re.compile(r"(?<![\w'’-])(?P<given>[A-Z][a-z]{2,15})[ \t](?P<surname>[A-Z][a-z]{2,20})(?![\w'’-])")


def names_in(text: str) -> list[tuple[int, int]]:
    """The places of the names of people, hospitals, streets and files, in order."""
    found = [match.span() for pattern in (_PERSON, _PLACE, _FILE) for match in each_match(pattern, text)]
    return sorted({*found, *_given_names(text)})


def _given_names(text: str) -> Iterator[tuple[int, int]]:
    """The names that begin with a given name, beside an age, a surname or the words for whom a letter is about, and wherever they stand again."""
    known: set[str] = set()
    for pattern in (_WITH_AN_AGE, _SENT, _WHOLE):
        for match in pattern.finditer(text):
            whole = pattern is not _WHOLE or is_surname(match["surname"])
            if whole and is_given_name(match["given"]):
                known.add(match["given"])
                yield match.span("name") if pattern is _SENT else match.span()
    for given in known:
        for again in re.finditer(rf"(?<![\w'’-]){given}(?![\w-])", text):
            yield again.span()
