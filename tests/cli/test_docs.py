#!/usr/bin/env python3
"""The commands in README.md give the output that it shows, and links in the documents lead to something. Runs in the
source directory."""

import functools
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support.command import RACEPROOF, environment

DOCUMENTS = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md", "tests/README.md",
             "tests/README.md", *map(str, pathlib.Path("docs").glob("*.md"))]


def without_times(text):
    return re.sub(r" in \d+\.\d+ s$", " in 0.00 s", text, flags=re.M)


def run(*arguments):
    done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, env=environment(LC_ALL="C.UTF-8"))
    return done.stdout.decode(), done.returncode


VERBS = ("run", "explore", "replay", "prove", "cc", "c++", "report", "fmt")


@functools.cache
def options_of_help(verb):
    """{option: (its letter or "", the name of its value or "")}, from the help text."""
    rows = re.findall(r"^ {2}(?:-(\w), |    )--([a-z][a-z0-9-]*)(?:=(\S+))?", run(RACEPROOF, "help", verb)[0], re.M)
    return {name: (letter, value) for letter, name, value in rows}


def value_in_manual(words):
    """The value of an option in the manual page: `Ns = Ns Cm a | b` is a|b, `Ns = Ns Ar name Ns = Ns Ar file.dot` is
    NAME=FILE.dot."""
    value, is_placeholder = "", False
    for word in words.split():
        if word in ("Cm", "Ar"):
            is_placeholder = word == "Ar"
        elif word != "Ns":
            first, dot, ending = word.partition(".")
            value += (first.upper() if is_placeholder else first) + dot + ending
    return value.removeprefix("=")


def sections_of_manual():
    """{verb: {option: (letter, value)}}, or {verb: {option: None}} where the section only refers to `run`."""
    sections = {}
    text = pathlib.Path("docs/man/raceproof.1").read_text()
    for title, body in re.findall(r"^\.Ss Options of ([^\n]*)\n(.*?)(?=^\.S[sh] )", text, re.S | re.M):
        head = body.split(".Bl ")[0] if ".Bl " in body else body
        told = {name: None for name in re.findall(r"^\.Fl -([a-z][a-z0-9-]*)", head, re.M)}
        for letter, name, value in re.findall(r"^\.It (?:Fl (\w)[^,\n]* , )?Fl -([a-z][a-z0-9-]*)(.*)$", body, re.M):
            told[name] = (letter, value_in_manual(value))
        for verb in title.split(" and "):
            sections[verb] = told
    return sections


def anchors(path):
    """The names of a document's headings in links: lower case, without punctuation, with hyphens for blanks."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.S | re.M)
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


class Documents(unittest.TestCase):
    def test_console_blocks(self):
        text = pathlib.Path("README.md").read_text()
        blocks = re.findall(r"^```console\n(.*?)^```$", text, re.S | re.M)
        self.assertTrue(blocks)
        for block in blocks:
            for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
                words = command.replace("build/raceproof", RACEPROOF).split()
                self.assertEqual(without_times(run(*words)[0]), expected, command)

    def test_language_block(self):
        text = pathlib.Path("README.md").read_text()
        block = re.search(r"^    param n >= 1;.*?^    }$", text, re.S | re.M)[0]
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "block.rp"
            path.write_text(re.sub(r"^    ", "", block, flags=re.M) + "\n")
            out, status = run(RACEPROOF, "run", "--format=line", "--quiet", str(path))
        self.assertEqual((out, status), ("verdict undecided\n", 67))

    def test_options_are_real(self):
        """The options that the README shows are those of some verb."""
        real = {name for verb in VERBS for name in options_of_help(verb)}
        self.assertLessEqual(set(re.findall(r"`--([a-z-]+)", pathlib.Path("README.md").read_text())), real)

    def test_manual(self):
        """Verb by verb, the manual page has the options of the help text, with the same letters and values."""
        sections = sections_of_manual()
        for verb in VERBS:
            with self.subTest(verb=verb):
                real, told = options_of_help(verb), sections.get(verb, {})
                self.assertEqual(set(told), set(real))
                for name, form in told.items():
                    if form is not None:  # None: the section refers to `run`
                        self.assertEqual(form, real[name], f"--{name}")
                    else:
                        self.assertEqual(options_of_help("run")[name], real[name], f"--{name}")

    def test_verbs(self):
        """The verbs of the help text are those of the manual page."""
        real = re.findall(r"^  (\S+) ", run(RACEPROOF, "help")[0], re.M)
        manual = pathlib.Path("docs/man/raceproof.1").read_text()
        synopsis = manual[manual.index(".Sh SYNOPSIS"):manual.index(".Sh DESCRIPTION")]
        told = [verb for line in re.findall(r"^\.Nm\n\.Cm (.*)$", synopsis, re.M) for verb in line.split(" | ")]
        self.assertEqual(sorted(set(told)), sorted(real))
        self.assertLessEqual(set(VERBS), set(real))

    def test_options_in_documents(self):
        """Every `raceproof VERB --option` in a document is a valid command."""
        for name in DOCUMENTS:
            for verb, rest in re.findall(r"\braceproof (\w+)((?: +-[^\s`|)]+| +[^\s`|)]+)*)", pathlib.Path(name).read_text()):
                if verb not in VERBS or verb in ("cc", "c"):
                    continue
                for option in re.findall(r"(?<= )--([a-z][a-z0-9-]*)", rest):
                    with self.subTest(document=name, verb=verb):
                        self.assertIn(option, options_of_help(verb))

    def test_links(self):
        for name in DOCUMENTS:
            path = pathlib.Path(name)
            for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)", path.read_text()):
                if "://" not in link:
                    with self.subTest(document=name, link=link):
                        self.assertTrue((path.parent / link).exists())

    def test_anchors(self):
        """The heading of a link exists."""
        for name in DOCUMENTS:
            path = pathlib.Path(name)
            for file, anchor in re.findall(r"\]\(([^)#\s]*)#([^)\s]*)\)", path.read_text()):
                if "://" not in file:
                    with self.subTest(document=name, link=f"{file}#{anchor}"):
                        self.assertIn(anchor, anchors(path.parent / file if file else path))

    def test_examples_are_listed(self):
        listed = set(re.findall(r"`(\w+\.rp)`", pathlib.Path("examples/README.md").read_text()))
        self.assertEqual(listed, {path.name for path in pathlib.Path("examples").glob("*.rp")})


if __name__ == "__main__":
    unittest.main()
