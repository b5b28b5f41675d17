"""Random programs and the raw reports that they leave: which bytes race, and at which lines.

The first argument of an executable chooses one of its programs. That prints a line `NAME ADDRESS SIZE` for each object
that it has, so that an address in a report leads back to a name.
"""
import json
import pathlib
import re
import subprocess

from support import command

LIMIT = 60  # seconds that one program may run


class Lost(Exception):
    """A program left no raw report. The text says why."""


class Executable:
    """Several programs of one source, compiled by the command under test."""

    def __init__(self, source, compiler, *flags):
        self.source = pathlib.Path(source)
        self.program = self.source.with_suffix("")
        done = command.cc("-g", "-w", *flags, self.source, "-o", self.program, compiler=compiler, check=False)
        errors = [line for line in done.stderr.splitlines() if "error" in line] or [done.stderr[:200]]
        self.error = f"does not compile: {errors[0][:300]}" if done.returncode else None
        self.line_at = {}     # {offset in the program: line of the source}

    def run(self, number, options="", **variables):
        """The raw report of a program, and its objects as (name, address, size); raises Lost."""
        raw = self.program.with_suffix(f".{number}.raw")
        try:
            done = command.run(self.program, number, limit=LIMIT, RACEPROOF_RAW=str(raw),
                               RACEPROOF_OPTIONS=f"{options} all=1", **variables)
            report = json.loads(raw.read_text(encoding="utf-8"))
        except subprocess.TimeoutExpired:
            raise Lost(f"more than {LIMIT} s") from None
        except (OSError, ValueError):
            raise Lost(f"no report, status {done.returncode}: {done.stderr[:300]}") from None
        finally:
            raw.unlink(missing_ok=True)
        notes = [line.split() for line in done.stdout.splitlines()]
        return report, [(name, int(base, 16), int(size)) for name, base, size in notes]

    def lines(self, report):
        """{pc: line of the source}, for all pcs in the stacks of races."""
        own = [module for module in report.get("modules", []) if module["path"] == str(self.program)]
        if not own:
            return {}
        bias = int(own[0]["bias"], 16)
        offsets = {pc: hex(int(pc, 16) - 1 - bias) for race in report.get("races", [])
                   for side in ("earlier", "later") for pc in race[side]["stack"] if int(pc, 16) > bias}
        missing = sorted(set(offsets.values()) - self.line_at.keys())
        if missing:
            done = command.run("addr2line", "-e", self.program, stdin="\n".join(missing) + "\n", check=True)
            for offset, text in zip(missing, done.stdout.splitlines()):
                found = re.search(rf"/{re.escape(self.source.name)}:(\d+)", text)
                self.line_at[offset] = int(found[1]) if found else 0
        return {pc: self.line_at[offset] for pc, offset in offsets.items()}


def addresses(race):
    """The addresses of all bytes of a race."""
    base = int(race["address"], 16)
    return range(base, base + race["size"])


def place(address, notes):
    """(name of the object, offset in it), or None if no object was there."""
    return next(((name, address - base) for name, base, size in notes if 0 <= address - base < size), None)


def racing_bytes(executable, number, options="", **variables):
    """All racing bytes, as places. Raises Lost, also if the program stops before its end."""
    report, notes = executable.run(number, options, **variables)
    if report.get("stop"):
        raise Lost(f"it stops: {report['stop']}")
    return {place(address, notes) or ("unknown", 0) for race in report.get("races", []) for address in addresses(race)}
