"""What the comments of a test of gcc's testsuite ask for: its DejaGnu directives, as this host answers them.

    test = read(path, language)      test.skip is a reason to leave it out, or None
"""
import fnmatch
import re
import shlex

# Features of x86-64 GNU/Linux with gcc 12 and without an offload device. Everything else counts as missing.
HOLDS = {"lp64", "avx_runtime", "sse2_runtime", "vect_simd_clones", "tls", "tls_runtime", "size32plus", "lto",
         "sync_int_long", "__float128", "fd_truncate", "large_long_double", "fpic", "shared", "alias",
         "native", "fopenmp", "pthread"}
TRIPLETS = ("x86_64-pc-linux-gnu",)
DIRECTIVE = re.compile(r"\{\s*dg-([a-z-]+)\s*(.*?)\s*\}\s*(?:\*/.*|!.*)?$")


class Test:
    """One test: what to compile with which flags, and how to run it."""

    def __init__(self):
        self.flags = None
        self.more_flags, self.sources, self.environment = [], [], {}
        self.skip, self.should_fail, self.outputs = None, False, []
        self.what = "run"


def words(text):
    """The words of a Tcl list: bare, in quotes, or in braces; words in braces are a list again."""
    found, at = [], 0
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text[at] == '"':
            end = closing_quote(text, at)
            found.append(re.sub(r"\\(.)", r"\1", text[at + 1:end]))
            at = end + 1
        elif text[at] == "{":
            end = closing_brace(text, at)
            found.append(words(text[at + 1:end]))
            at = end + 1
        else:
            end = at
            while end < len(text) and not text[end].isspace() and text[end] not in '{"':
                end += 1
            found.append(text[at:end])
            at = end
    return found


def closing_quote(text, at):
    end = at + 1
    while end < len(text) and text[end] != '"':
        end += 2 if text[end] == "\\" else 1
    return end


def closing_brace(text, at):
    depth, end = 0, at
    while end < len(text):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if depth == 0:
            return end
        end += 1
    return end


def holds_word(word, language):
    if "*" in word or word.count("-") >= 2:
        return any(fnmatch.fnmatchcase(triplet, word) for triplet in TRIPLETS)
    return word in HOLDS or word == language


def holds(selector, language):
    """Whether the selector, a list from words(), holds. Several words side by side are alternatives."""
    if isinstance(selector, str):
        return holds_word(selector, language)
    for operator, all_of in (("||", any), ("&&", all)):
        if operator in selector:
            parts, part = [], []
            for word in selector + [operator]:
                if word == operator:
                    parts.append(part)
                    part = []
                else:
                    part.append(word)
            return all_of([holds(part, language) for part in parts])
    if selector and selector[0] == "!":
        return not holds(selector[1:], language)
    return any(holds(word, language) for word in selector)


def applies(arguments, at, language):
    """Whether a directive applies here. Its selector, if it has one, is ARGUMENTS[AT]."""
    if len(arguments) <= at:
        return True
    selector = arguments[at]
    if isinstance(selector, list) and selector and selector[0] == "target":
        return holds(selector[1:], language)
    return not (isinstance(selector, list) and selector and selector[0] == "xfail")


def read_do(test, arguments, language):
    test.what = arguments[0] if isinstance(arguments[0], str) else arguments[0][0]
    if not applies(arguments, 1, language):
        test.skip = "for another target"


def read_flags(test, name, arguments, language):
    flags = shlex.split(arguments[0]) if isinstance(arguments[0], str) else arguments[0]
    if not applies(arguments, 1, language):
        return
    if name == "options":
        test.flags = flags
    else:
        test.more_flags += flags


def read_requirement(test, name, arguments, language):
    if name == "skip-if":
        selectors = arguments[1:2]
        if all(holds(selector, language) for selector in selectors) and len(arguments) <= 2:
            test.skip = "skipped here"
    elif name == "require-effective-target" and not holds(arguments[:1], language):
        test.skip = f"needs {arguments[0]}"


def read_directive(test, name, text, language):
    arguments = words(text)
    if name == "do":
        read_do(test, arguments, language)
    elif name in ("options", "additional-options"):
        read_flags(test, name, arguments, language)
    elif name in ("skip-if", "require-effective-target"):
        read_requirement(test, name, arguments, language)
    elif name == "additional-sources":
        sources = arguments if isinstance(arguments[0], str) else arguments[0]
        test.sources += " ".join(sources).split()
    elif name == "set-target-env-var":
        test.environment[arguments[0]] = arguments[1]
    elif name == "shouldfail":
        test.should_fail = True
    elif name == "error" and applies(arguments, 2, language):
        test.skip = "does not compile"


def read(path, language):
    """The directives of the file; LANGUAGE is `c`, `c++` or `fortran`."""
    test = Test()
    for line in path.read_text(encoding="latin-1").splitlines():
        found = DIRECTIVE.search(line)
        if found:
            read_directive(test, found[1], found[2], language)
    if test.what not in ("run",) and not test.skip:
        test.skip = f"only to {test.what}"
    return test
