"""Names of people, places and files in a note, which are no findings: "Dr Amelia Hart", "Huntington Hospital", "seizure_2.mp4"."""

from __future__ import annotations

import re

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


def names_in(text: str) -> list[tuple[int, int]]:
    """The places of the names of people, hospitals, streets and files, in order."""
    return sorted(match.span() for pattern in (_PERSON, _PLACE, _FILE) for match in each_match(pattern, text))
