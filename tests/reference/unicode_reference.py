"""Prints the properties of every assigned code point by Python's str and re: hex, flags (w word, s space, d
digit), lower case.

usage: unicode_reference.py > table.txt
"""

import re
import sys
import unicodedata

word = re.compile(r"\w")
space = re.compile(r"\s")
for c in range(0x110000):
    if 0xD800 <= c < 0xE000 or unicodedata.category(chr(c)) == "Cn":
        continue
    t = chr(c)
    flags = ("w" if word.match(t) else "") + ("s" if space.match(t) else "") + ("d" if t.isdigit() else "")
    lower = t.lower()
    if flags or lower != t or c < 0x250:
        sys.stdout.write(f"{c:x} {flags or '-'} {' '.join(f'{ord(x):x}' for x in lower)}\n")
