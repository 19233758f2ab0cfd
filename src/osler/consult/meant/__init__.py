"""What a message asks or tells, told from examples of what people say where no rule reads it."""

from osler.consult.meant.choosing import in_plain_words, question_in_plain_words
from osler.consult.meant.word import as_a_word, surely_tells

__all__ = ["as_a_word", "in_plain_words", "question_in_plain_words", "surely_tells"]
