# The words people type. The build itself is CMake's: CMakeLists.txt, CMakePresets.json.

PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 60

.PHONY: all command check test test-long demo bench bench-explore bench-prove bench-openmp asan fuzz install uninstall format clean help deps

all: deps
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target product

command: deps
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target raceproof

deps:
	@tools/deps.sh

check: deps
	@python3 tools/run_tests.py --quick release

test: deps
	@python3 tools/run_tests.py release asan

test-long: deps
	@python3 tools/run_tests.py --long release

demo: command
	@tools/deps.sh graphviz
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

asan: deps
	@cmake --preset asan >/dev/null
	@cmake --build --preset asan --target product

fuzz:
	@tools/deps.sh clang
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
	@tools/deps.sh clang-format
	clang-format -i $$(find $(wildcard src cli include tests bench) -name '*.[ch]')

clean:
	rm -rf build

help:
	@echo 'make             build the command, build/raceproof, and the library for programs'
	@echo 'make demo        build, check a racy example, draw its computation graph'
	@echo 'make check       build and run the tests that take no more than minutes'
	@echo 'make test        build and run all tests, also with AddressSanitizer'
	@echo 'make test-long   the tests that take many minutes'
	@echo 'make bench       measure'
	@echo 'make bench-explore  the tables of the papers, and how fast schedules are run'
	@echo 'make bench-prove  table 1 of [Yuki] again: candidates and times of proofs'
	@echo 'make bench-openmp  OpenMP task programs under raceproof and other race checkers'
	@echo 'make asan        build with AddressSanitizer: build/asan/raceproof'
	@echo 'make fuzz        run each fuzz target for FUZZ_SECONDS (60)'
	@echo 'make install     to DESTDIR and PREFIX (/usr/local); make uninstall'
	@echo 'make format      lay out the source with clang-format'
	@echo 'make clean       remove build/'
