"""The checkers that bench/openmp.py compares: how each builds a program, starts it, and says `race'."""

import dataclasses
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess

RACEPROOF = os.path.abspath(os.environ.get("RACEPROOF", "build/raceproof"))
FLAGS = ["-std=gnu17", "-O2", "-g", "-fopenmp"]
DATA_RACE = "RP001"
# Its status stays the program's, and it does not sleep for a second at its end, as it likes to.
SANITIZER_OPTIONS = "exitcode=0 atexit_sleep_ms=0"
UNDECIDED = 67


@dataclasses.dataclass
class Checker:
    """One column of the tables. START comes before the program; @LOG in it is a file for the report,
    which is standard error where there is none. PATTERN counts races in the report."""

    name: str
    title: str
    compiler: list
    start: list = dataclasses.field(default_factory=list)
    environment: dict = dataclasses.field(default_factory=dict)
    pattern: str = ""
    build_of: str = ""  # the checker whose program is taken, if not its own

    def judges(self):
        return bool(self.pattern) or self.is_raceproof()

    def is_raceproof(self):
        return self.name.startswith("raceproof")

    def build(self, source, flags, target):
        """None, or the compiler's words."""
        command = [*self.compiler, *FLAGS, *flags, source, "-o", target, "-lm"]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        return (done.stderr.strip() or "failed") if done.returncode else None

    def command(self, program, arguments, log):
        return [*(str(log) if word == "@LOG" else word.replace("@LOG", str(log))
                  for word in self.start), str(program), *arguments]

    def answer(self, report, status):
        """`race', `clean' or `undecided', with the number of reports; or why there is no answer."""
        if self.is_raceproof():
            return raceproof_answer(report, status)
        races = len(re.findall(self.pattern, report))
        if races:
            return "race", races
        return ("clean", 0) if status == 0 else (f"status {status}", 0)


def raceproof_answer(report, status):
    try:
        findings = json.loads(report)["findings"]
    except (json.JSONDecodeError, KeyError, TypeError):
        return f"status {status}", 0
    races = sum(finding["rule"] == DATA_RACE for finding in findings)
    if races:
        return "race", races
    if findings:
        return findings[0]["rule"], 0
    if status == UNDECIDED:
        return "undecided", 0
    return ("clean", 0) if status == 0 else (f"status {status}", 0)


def runs(command, **options):
    return subprocess.run(command, capture_output=True, check=False, **options).returncode == 0


def sanitizer_start(compiler, directory):
    """ThreadSanitizer does not start under every layout of addresses: what to start it with."""
    source, program = directory / "empty.c", directory / f"empty-{compiler}"
    source.write_text("int main (void) { return 0; }\n", encoding="utf-8")
    if not runs([compiler, "-fsanitize=thread", source, "-o", program]):
        return None
    if all(runs([program]) for _ in range(5)):
        return []
    return ["setarch", platform.machine(), "-R"]


def archer_library():
    done = subprocess.run(["clang", "-print-resource-dir"], capture_output=True, text=True,
                          check=False)
    library = pathlib.Path(done.stdout.strip()).parents[1] / "libarcher.so"
    return library if library.exists() else None


def archer(directory):
    """Archer is a library that libomp loads; it tells ThreadSanitizer what orders tasks. It says that
    it is at work, if asked: without it clang's sanitizer alone would be measured."""
    start, library = sanitizer_start("clang", directory), archer_library()
    if start is None or not library:
        return None
    environment = {"OMP_TOOL_LIBRARIES": str(library),
                   "TSAN_OPTIONS": f"{SANITIZER_OPTIONS} ignore_noninstrumented_modules=1"}
    source, program = directory / "parallel.c", directory / "parallel"
    source.write_text("int main (void) {\n#pragma omp parallel\n;\nreturn 0; }\n", encoding="utf-8")
    if not runs(["clang", "-fopenmp", "-fsanitize=thread", source, "-o", program]):
        return None
    done = subprocess.run([*start, program], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment, "ARCHER_OPTIONS": "verbose=1"})
    if "Archer detected OpenMP application with TSan" not in done.stdout + done.stderr:
        return None
    return Checker("archer", "Archer", ["clang", "-fsanitize=thread"], start, environment,
                   "WARNING: ThreadSanitizer: data race")


def valgrind(name, pattern):
    return Checker(name, name, ["gcc"], ["valgrind", "-q", f"--tool={name}", "--log-file=@LOG"],
                   pattern=pattern, build_of="plain")


def all_checkers(directory):
    """Those that are installed, and the names of those that are not."""
    found = [Checker("plain", "plain", ["gcc"])]
    has_clang = runs(["clang", "-fopenmp", "-x", "c", "-", "-o", directory / "clang"],
                     input=b"int main (void) { return 0; }\n")
    if has_clang:
        found.append(Checker("clang", "plain clang", ["clang"]))
    run = [RACEPROOF, "run", "--quiet", "--format=json", "--output=@LOG"]
    if os.access(RACEPROOF, os.X_OK):
        found.append(Checker("raceproof", "raceproof", [RACEPROOF, "cc", "--compiler=gcc"], run))
        if has_clang:
            found.append(Checker("raceproof-clang", "r. clang",
                                 [RACEPROOF, "cc", "--compiler=clang"], run))
    start = sanitizer_start("gcc", directory)
    if start is not None:
        found.append(Checker("tsan", "TSan gcc", ["gcc", "-fsanitize=thread"], start,
                             {"TSAN_OPTIONS": SANITIZER_OPTIONS}, "WARNING: ThreadSanitizer: data race"))
    if has_clang and (checker := archer(directory)):
        found.append(checker)
    if shutil.which("valgrind"):
        found.append(valgrind("helgrind", "Possible data race during"))
        found.append(valgrind("drd", "Conflicting (?:load|store) by thread"))
    here = {checker.name for checker in found}
    return found, [name for name in NAMES if name not in here]


NAMES = ("plain", "clang", "raceproof", "raceproof-clang", "tsan", "archer", "helgrind", "drd")
