"""Requests to see somebody, which tell of that person now: "Could you please see this boy with fever and a rash?"."""

from __future__ import annotations

import re

_POLITE = r"(?:please|kindly|possibly|also|perhaps|urgently|just|ever\sso\skindly|be\sso\s(?:kind|good)\sas\sto|be\sable\sto|mind|help(?:\sus)?(?:\sto)?|get\ssomeone\sto|come\s(?:and|to)|arrange\sto|find\stime\sto)"
_ASKED = (
    r"(?:(?:can|could|would|will|might|may)\s(?:you|i\s(?:ask|trouble)\syou\sto|we\sask\syou\sto|someone|somebody|anyone|(?:the|your|our|a|an)\s[\w-]+(?:\s[\w-]+)?)"
    r"|(?:if|whether)\s(?:you|someone|somebody|your\s[\w-]+|the\s[\w-]+)\s(?:can|could|would|might|will|were\sable\sto)"
    r"|(?:may|might|could|can)\s(?:i|we)\s(?:please\s)?(?:ask|have|get|request|refer|discuss|send|bring))"
)
_SEE = (
    r"(?:see(?:ing)?|review(?:ing)?|re-?assess(?:ing)?|assess(?:ing)?|examin(?:e|ing)|evaluat(?:e|ing)|admit(?:ting)?|visit(?:ing)?|accept(?:ing)?"
    r"|tak(?:e|ing)\s(?:over|on)|look(?:ing)?\s(?:at|after)|(?:have|having|take)\sa\slook\sat|attend(?:ing)?(?:\sto)?|help(?:ing)?\swith|scan(?:ning)?|treat|manage|triage"
    r"|refer|discuss|send|bring|(?:give|offer)\s(?:us\s|me\s)?(?:your|an)\s(?:opinion|advice)\s(?:on|about|regarding)"
    r"|advis(?:e|ing)(?:\s(?:us|me))?\s(?:on|about|re|regarding)|(?:your|a|an)\s(?:urgent\s)?(?:opinion|review|assessment|advice)\s(?:on|of|about|regarding))"
)
_SOMEBODY = (
    r"(?:him|her|them|me|us|mr|mrs|ms|miss|master|dr|baby|infant|pt|patient|(?:bed|room|bay|cubicle)\s\w+|\d{1,3}"
    r"|(?:this|our|my|the|a|an|another|his|her|their)\s(?!(?:[\w-]+\s){0,1}"
    r"(?:article|paper|letter|leaflet|guidelines?|topic|question|slides?|lecture|protocol|policy|evidence|draft|summary|book|chapter|essay|film|"
    r"ecg|ekg|scan|x-?ray|films?|results?|bloods?|images?|pathway|difference|causes?|signs?|symptoms?|risks?|literature)\b))"
)
_REQUEST = re.compile(
    rf"\b{_ASKED}(?:,?\s{_POLITE},?)*\s(?:{_SEE})(?:,?\s(?:please|urgently|today|soon|early|at\shome|in\s(?:your\s)?clinic),?)*\s{_SOMEBODY}"
)


def request_in(low: str) -> tuple[int, int] | None:
    """Where a lower-cased sentence asks for somebody to be seen, up to the person; None where it does not.

    Whoever is to be seen is ill now: what follows is told of them, though the sentence is a question and its verb polite.
    """
    found = _REQUEST.search(low)
    return found.span() if found else None
