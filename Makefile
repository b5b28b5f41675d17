# The words people type. The build itself is CMake's: CMakeLists.txt, CMakePresets.json.

PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 60
TEST_PRESETS ?= release
FORMAT_BASE ?= main
TIDY_FILES ?=

.PHONY: all command needed deps check test test-asan test-long demo bench bench-explore bench-prove bench-openmp \
  bench-loops bench-events asan fuzz install uninstall format format-check tidy clean help

all: needed
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target product

command: needed
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target raceproof

# Only `make deps`, `make demo`, `make test` and `make test-asan` install packages. All other targets stop here if a tool is
# missing, and say which package has it.
needed:
	@tools/deps.sh --check

deps:
	@tools/deps.sh clang clang-format clang-tidy

check: needed
	@python3 tools/run_tests.py --quick release

test:
	@tools/deps.sh
	@python3 tools/run_tests.py $(TEST_PRESETS)

test-asan:
	@$(MAKE) --no-print-directory test TEST_PRESETS=asan

test-long: needed
	@python3 tools/run_tests.py --long release

demo:
	@tools/deps.sh graphviz
	@$(MAKE) --no-print-directory command
	@tools/demo.sh

bench: all
	@cmake --build --preset release --target benchmarks
	@tools/bench.sh

bench-explore: all
	@python3 bench/explore.py --json=build/bench/explore.json

bench-prove: all
	@python3 bench/prove.py --json=build/bench/prove.json

bench-openmp: all
	@python3 bench/openmp.py --json=build/bench/openmp.json

bench-loops: all
	@python3 bench/loops.py --json=build/bench/loops.json

bench-events: all
	@python3 bench/events.py --json=build/bench/events.json

asan: needed
	@cmake --preset asan >/dev/null
	@cmake --build --preset asan --target product

fuzz:
	@tools/deps.sh --check clang
	@cmake --preset fuzz >/dev/null
	@cmake --build --preset fuzz
	@tools/fuzz.sh $(FUZZ_SECONDS)

install: all
	DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/raceproof"
	for name in gcc g++ gfortran clang clang++; do rm -f "$(DESTDIR)$(PREFIX)/bin/raceproof-$$name"; done
	rm -f "$(DESTDIR)$(PREFIX)/share/man/man1/raceproof.1"
	rm -f "$(DESTDIR)$(PREFIX)/share/pkgconfig/raceproof.pc"
	rm -rf "$(DESTDIR)$(PREFIX)/include/raceproof" "$(DESTDIR)$(PREFIX)/include/hclib"
	rm -rf "$(DESTDIR)$(PREFIX)/lib/raceproof" "$(DESTDIR)$(PREFIX)/lib/cmake/raceproof"
	rm -rf "$(DESTDIR)$(PREFIX)/share/raceproof"

format:
	@tools/deps.sh --check clang-format
	@python3 tools/check_format.py --fix $(FORMAT_BASE)

format-check:
	@tools/deps.sh --check clang-format
	@python3 tools/check_format.py $(FORMAT_BASE)

tidy: needed
	@tools/deps.sh --check clang-tidy
	@cmake --preset release >/dev/null
	@python3 tools/tidy.py $(TIDY_FILES)

clean:
	rm -rf build

help:
	@echo 'make             build the command, build/raceproof, and the library for programs'
	@echo 'make deps        install the Debian packages that the build and the tests need'
	@echo 'make demo        build, check a racy example, draw its computation graph'
	@echo 'make check       build and run the tests that take no more than minutes'
	@echo 'make test        build and run all tests, except those that take many minutes'
	@echo 'make test-asan   the same with AddressSanitizer, except slow ones'
	@echo 'make test-long   the tests that take many minutes'
	@echo 'make bench       measure'
	@echo 'make bench-explore  the tables of the papers, and how fast schedules are run'
	@echo 'make bench-prove  table 1 of [Yuki] again: candidates and times of proofs'
	@echo 'make bench-openmp  OpenMP programs under raceproof and other race checkers'
	@echo 'make bench-loops  OpenMP loops of a million iterations, and the same for Archer'
	@echo 'make bench-events  what one event costs: an iteration, a task, a lock, a read, ...'
	@echo 'make asan        build with AddressSanitizer: build/asan/raceproof'
	@echo 'make fuzz        run each fuzz target for FUZZ_SECONDS (60)'
	@echo 'make install     to DESTDIR and PREFIX (/usr/local); make uninstall'
	@echo 'make format      lay out the lines changed since FORMAT_BASE (main) with clang-format'
	@echo 'make format-check  say which of these lines clang-format would change'
	@echo 'make tidy        run clang-tidy on src and cli, or on TIDY_FILES'
	@echo 'make clean       remove build/'
