"""Made by python/tools/generate.py from the catalogs of the program. Do not edit."""

from __future__ import annotations

# Code: (name, what it looks for, severity).
CHECKS = {
    "SF301": (
        "copies",
        "Texts repeat word for word",
        "note",
    ),
    "SF302": (
        "near-copies",
        "Texts are nearly the same",
        "note",
    ),
    "SF303": (
        "copies-with-two-labels",
        "Copies of a text have different labels",
        "note",
    ),
    "SF304": (
        "empty-texts",
        "Texts are empty",
        "note",
    ),
    "SF305": (
        "short-texts",
        "Texts have fewer than three words",
        "note",
    ),
    "SF311": (
        "missing-labels",
        "Documents have no label",
        "note",
    ),
    "SF312": (
        "rare-labels",
        "A label has one document",
        "note",
    ),
    "SF313": (
        "few-groups",
        "There are fewer than six topics, authors or groups",
        "note",
    ),
    "SF314": (
        "alike-values",
        "Several values of a column look like one",
        "note",
    ),
    "SF315": (
        "values-for-none",
        "A value looks like a missing value",
        "note",
    ),
    "SF321": (
        "word-tells-label",
        "A single word gives the label away",
        "note",
    ),
    "SF322": (
        "column-tells-label",
        "A column gives the label away",
        "note",
    ),
    "SF323": (
        "length-tells-label",
        "The length of a text gives the label away",
        "note",
    ),
    "SF324": (
        "form-tells-value",
        "The form of texts (encoding, typing) gives away an author, label, topic or source",
        "note",
    ),
    "SF331": (
        "copies-across-sides",
        "Test documents are copies of training documents",
        "problem",
    ),
    "SF332": (
        "near-copies-across-sides",
        "Test documents are nearly the same as training documents",
        "problem",
    ),
    "SF333": (
        "near-vectors-across-sides",
        "Vectors of test documents are too near to vectors of training documents",
        "problem",
    ),
    "SF334": (
        "group-across-sides",
        "A group that should be kept apart is on both sides",
        "problem",
    ),
    "SF335": (
        "author-across-sides",
        "Authors are on both sides",
        "note",
    ),
    "SF336": (
        "topic-across-sides",
        "Topics are on both sides",
        "note",
    ),
    "SF337": (
        "alike-topics",
        "Topics of the two sides are more alike than by chance",
        "note",
    ),
    "SF338": (
        "shared-ids",
        "An id is in both files",
        "note",
    ),
    "SF339": (
        "copies-of-other-sides",
        "Documents of other sides are copies or near copies",
        "note",
    ),
    "SF340": (
        "near-vectors-of-other-sides",
        "Vectors of documents of other sides are too near to each other",
        "note",
    ),
    "SF341": (
        "label-not-trained",
        "A label is tested but not trained on",
        "problem",
    ),
    "SF342": (
        "label-little-trained",
        "A label has fewer than ten training documents",
        "note",
    ),
    "SF343": (
        "label-not-tested",
        "A label is trained on but not tested",
        "note",
    ),
    "SF344": (
        "label-mix",
        "The mix of labels differs between the sides",
        "note",
    ),
    "SF351": (
        "length-tells-cue",
        "The length of a text gives away the planted value or the label",
        "problem",
    ),
    "SF352": (
        "first-word-tells-cue",
        "The first word gives away the planted value or the label",
        "problem",
    ),
    "SF353": (
        "white-space-tells-cue",
        "White space around a text gives away the planted value or the label",
        "problem",
    ),
    "SF354": (
        "quotes-tell-cue",
        "Quotes around a text give away the planted value or the label",
        "problem",
    ),
    "SF355": (
        "line-breaks-tell-cue",
        "Line breaks give away the planted value or the label",
        "problem",
    ),
    "SF356": (
        "characters-tell-cue",
        "Characters beyond ASCII, or a broken encoding, give away the planted value or the label",
        "problem",
    ),
    "SF357": (
        "end-tells-cue",
        "The end of a text gives away the planted value or the label",
        "problem",
    ),
    "SF358": (
        "column-tells-cue",
        "Another column gives away the planted value or the label",
        "problem",
    ),
    "SF359": (
        "row-order-tells-cue",
        "The order of rows gives away the planted value or the label",
        "problem",
    ),
}
