"""The free pad's own question: something went wrong, about which the table decides."""

from typing import Final

from referee.core.irregularity import WITH_TRICKS, irregularity_kind

QUESTION_KINDS: Final = (irregularity_kind("free-pad", dict.fromkeys(WITH_TRICKS, "table")),)
