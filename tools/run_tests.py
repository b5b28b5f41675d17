#!/usr/bin/env python3
"""Builds the given presets, runs their tests and prints one line for all: `N passed, N failed`.

usage: tools/run_tests.py [--long | --quick] PRESET...       (in the source directory)

In the asan presets, and with --quick, tests labelled `slow` are left out. Tests labelled `long` run only with --long,
and then they are the only ones. A preset that does not build counts as one failed test.
"""
import os
import subprocess
import sys
import xml.etree.ElementTree


def build_directory(preset):
    return "build" if preset == "release" else f"build/{preset}"


def build(preset):
    configured = subprocess.run(["cmake", "--preset", preset], stdout=subprocess.DEVNULL, check=False)
    if configured.returncode != 0:
        return False
    return subprocess.run(["cmake", "--build", "--preset", preset], check=False).returncode == 0


def run(preset, is_long, is_quick):
    """Runs the tests of a built preset; returns (passed, names of the failed, skipped)."""
    directory = build_directory(preset)
    report = os.path.abspath(f"{directory}/tests.xml")
    if os.path.exists(report):
        os.remove(report)
    left_out = "^(long|slow)$" if is_quick or preset.endswith("asan") else "^long$"
    selection = ["-L", "^long$"] if is_long else ["-LE", left_out]
    command = ["ctest", "--test-dir", directory, "--output-on-failure", "-j", str(os.cpu_count()),
               "--output-junit", report, *selection]
    status = subprocess.run(command, check=False).returncode
    if not os.path.exists(report):
        return 0, [f"{preset}: ctest gave no report"], 0
    passed, failed, skipped = 0, [], 0
    for case in xml.etree.ElementTree.parse(report).getroot().iter("testcase"):
        outcome = case.get("status")
        if outcome == "run":
            passed += 1
        elif outcome in ("notrun", "disabled") and case.find("skipped") is not None:
            skipped += 1
        else:
            failed.append(f"{preset}: {case.get('name')}")
    if status != 0 and not failed:
        failed.append(f"{preset}: ctest ended with status {status}")
    return passed, failed, skipped


def main():
    presets = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    is_long, is_quick = "--long" in sys.argv, "--quick" in sys.argv
    passed, failed, skipped = 0, [], 0
    for preset in presets:
        if not build(preset):
            failed.append(f"{preset}: does not build")
            continue
        more_passed, more_failed, more_skipped = run(preset, is_long, is_quick)
        passed += more_passed
        failed += more_failed
        skipped += more_skipped
    for name in failed:
        print(f"FAILED {name}")
    if skipped:
        print(f"{skipped} skipped")
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
