"""What a sentence says in each role: who, under which condition, what is done, to what, with which amounts.

A difference counts where the sources fill a role with something else, or have nothing for it anywhere; a word that stands in no
source, or an amount that stands in another of the cited sentences, is by itself none.
"""

from __future__ import annotations

from osler.guidelines.checking.roles.contrary import contrary_faults
from osler.guidelines.checking.roles.opinion import Opinion, Role

__all__ = ["Opinion", "Role", "contrary_faults"]
