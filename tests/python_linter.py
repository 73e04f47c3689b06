"""Answers for python_linter.cpp: what pyflakes says of each text that comes in.

Input, over and over: a line with a number of bytes, then the text. Output for each: a line `LINE KIND NAME` for every
name that is undefined or imported in vain, `0 syntax` for a text that does not parse, then an empty line.
"""

import ast
import sys
import warnings

from pyflakes import checker, messages

KINDS = {
    messages.UndefinedName: "undefined",
    messages.UndefinedExport: "undefined",
    messages.UndefinedLocal: "undefined",
    messages.UnusedImport: "unused",
}

warnings.simplefilter("ignore")
source, out = sys.stdin.buffer, sys.stdout
while header := source.readline():
    text = source.read(int(header))
    try:
        found = checker.Checker(ast.parse(text)).messages
    except (SyntaxError, ValueError, RecursionError):
        found = []
        out.write("0 syntax\n")
    for message in found:
        if type(message) in KINDS:
            out.write(f"{message.lineno} {KINDS[type(message)]} {message.message_args[0]}\n")
    out.write("\n")
    out.flush()
