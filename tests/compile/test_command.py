#!/usr/bin/env python3
"""The compiler commands that `raceproof cc` makes, for many shapes of arguments; without running a
compiler, except to see that one is started at all."""

import shlex
import shutil

import driver
from driver import RACEPROOF, Driver

INSTRUMENTS = ("-fsanitize=thread", "-specs=")


class Command(Driver):
    def show(self, *arguments, verb="cc", **options):
        done = self.run_command([RACEPROOF, verb, "--show", *arguments], **options)
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.stdout.count("\n"), 1)
        return shlex.split(done.stdout)

    def steps(self, *arguments, **options):
        """Which of our flags the command has: "c" for compiling, "l" for linking. Each appears at most once."""
        command = self.show(*arguments, **options)
        compiles = [word for word in command if word.startswith(INSTRUMENTS)]
        links = [word for word in command if word.endswith("/libraceproof.a")]
        self.assertLessEqual(len(compiles), 1, command)
        self.assertLessEqual(len(links), 1, command)
        return ("c" if compiles else "") + ("l" if links else "")

    def refused(self, *arguments, saying, verb="cc", command=RACEPROOF, **options):
        """The command prints one clear line on stderr, nothing on stdout, and ends with status 2."""
        done = self.run_command([command, verb, *arguments], status=2, **options)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"\Araceproof[^\n]*\n\Z")
        self.assertIn(saying, done.stderr)


class Steps(Command):
    def test_each_step_gets_its_own_flags(self):
        for arguments, expected in [
            ("a.c", "cl"), ("-o a a.c", "cl"), ("a.c b.c -o a", "cl"), ("a.c b.o libx.a -lm", "cl"),
            ("-c a.c", "c"), ("a.c -c -o a.o", "c"), ("-c a.c b.c", "c"), ("-S a.c", "c"),
            ("-E a.c", "c"), ("-M a.c", "c"), ("-MM a.c", "c"), ("-fsyntax-only a.c", "c"),
            ("-MD -MF a.d -c a.c", "c"), ("-MMD -MT x.c a.c", "cl"), ("--compile a.c", "c"),
            ("a.o", "l"), ("a.o b.o -o a", "l"), ("-o a a.o libx.a -Ly -lx", "l"), ("-lx", "l"),
            ("-l x", "l"), ("prog.ld.o", "l"), ("./a.c/b", "l"), ("libx.so.1", "l"),
            ("-shared a.o -o a.so", ""), ("-shared a.c -o a.so", "c"), ("-fPIC -c a.c", "c"),
            ("-r a.o b.o -o c.o", ""), ("-r a.c -o c.o", "c"), ("a.h", "c"), ("a.hpp -o x.gch", "c"),
            ("-c a.s", ""), ("-c a.S", ""), ("a.s", "l"), ("a.s b.c", "cl"),
            ("-E -", "c"), ("-x c -", "cl"), ("-xc -", "cl"), ("-x c - -c", "c"),
            ("-x c foo -x none a.o", "cl"), ("-x none a.o", "l"), ("-x assembler -c a", ""),
            ("-x c-header a", "c"), ("-c -- a.c", "c"), ("a.cpp", "cl"), ("-c a.f90", "c"),
            ("-### a.c", "cl"), ("-v a.c", "cl"), ("-v -c a.c", "c"),
            ("-o -c a.c", "cl"), ("-I -c a.c", "cl"), ("-D -E a.c", "cl"), ("-include a.h -c b.c", "c"),
            ("-Xlinker -shared a.o", "l"), ("-L a.c b.o", "l"), ("--param a.c b.o", "l"),
        ]:
            with self.subTest(arguments):
                self.assertEqual(self.steps(*arguments.split()), expected)

    def test_questions_are_passed_straight_through(self):
        for arguments in ("--version", "-v", "-V", "-dumpversion", "-dumpmachine", "-dumpspecs",
                          "-print-search-dirs", "-print-file-name=libc.so", "-print-prog-name=ld",
                          "-qversion", "-###", "--help=target", "-march=native -Q --help=target",
                          "-dumpfullversion -dumpversion", "-print-multi-os-directory -m64"):
            with self.subTest(arguments):
                self.assertEqual(self.show(*arguments.split()), ["gcc", *arguments.split()])

    def test_an_incomplete_line_is_left_to_the_compiler(self):
        for arguments in ("a.c -o", "-c a.c -MF", "a.c -x", "a.c -Xlinker"):
            with self.subTest(arguments):
                self.assertEqual(self.show(*arguments.split()), ["gcc", *arguments.split()])

    def test_user_arguments_are_kept_in_order(self):
        given = ["-O3", "-DX=a b", "-c", "it's.c", "-o", "x y.o", "", "-Wl,-z,now"]
        self.assertEqual(self.show(*given)[1:1 + len(given)], given)

    def test_flags_stand_before_the_end_of_options(self):
        command = self.show("-c", "--", "-a.c")
        self.assertEqual(command[-2:], ["--", "-a.c"])
        self.assertIn("-fsanitize=thread", command)

    def test_debug_information(self):
        for given, added in [("", 1), ("-g", 0), ("-g3", 0), ("-g0", 0), ("-ggdb", 0),
                             ("-gdwarf-4", 0), ("-gz", 1), ("-gno-column-info", 1), ("-O2", 1)]:
            with self.subTest(given):
                command = self.show("-c", "a.c", *given.split())
                self.assertEqual(command.count("-g"), added + (given == "-g"))


class Linking(Command):
    def test_libtsan_is_never_asked_for(self):
        """-fsanitize=thread is only passed for compiling, since the linker would add libtsan."""
        self.assertNotIn("-fsanitize=thread", self.show("a.c"))
        command = self.show("--compiler=clang", "a.c")
        self.assertEqual(command[command.index("-fsanitize=thread") - 1], "-Xclang")
        for arguments in (["a.o"], ["--compiler=clang", "a.o"]):
            self.assertFalse([word for word in self.show(*arguments) if "sanitize" in word])

    def test_runtime_named_by_pkg_config_is_not_added_again(self):
        for library in ("-lraceproof", "/x/lib/raceproof/libraceproof.a"):
            command = self.show("a.o", library)
            self.assertEqual([word for word in command if "raceproof" in word], [library])

    def test_a_library_named_by_two_words(self):
        """It counts as if -l and its name were one word."""
        for name in ("gfortran", "raceproof", "gomp", "m"):
            ours = [[word for word in self.show("-fopenmp", "a.o", *words)
                     if "libraceproof" in word]
                    for words in (["-l" + name], ["-l", name])]
            self.assertEqual(*ours, name)
            self.assertEqual(any("raceproof-gfortran" in word for word in ours[0]), name == "gfortran")

    def test_shared_libraries_may_leave_the_runtime_open(self):
        for option in ("-Wl,-z,defs", "-Wl,--no-undefined"):
            self.assertEqual(self.show("-shared", "a.o", option)[-4:],
                             ["-Xlinker", "-z", "-Xlinker", "undefs"])
        self.assertNotIn("undefs", self.show("a.o", "-Wl,-z,defs"))
        for options in (["-z", "defs"], ["-zdefs"], ["-Xlinker", "-z", "-Xlinker", "defs"], ["-Wl,-O1,--no-undefined,-s"],
                        ["-Wl,-z,undefs", "-Wl,-z,defs"]):
            self.assertIn("undefs", self.show("-shared", "a.o", *options), options)
        for options in (["-Wl,--defsym=a=b"], ["-Wl,--no-undefined-version"], ["-Wl,-soname,libdefs.so"], ["-Xlinker", "--defsym=defs=0"]):
            self.assertNotIn("undefs", self.show("-shared", "a.o", *options), options)
        self.assertNotIn("undefs", self.show("-shared", "a.o", "-Wl,-z,defs", "-Wl,-z,undefs"))
        self.assertNotIn("undefs", self.show("-shared", "a.o"))

    def test_gold_knows_no_single_exports(self):
        self.assertIn("-rdynamic", self.show("a.o", "-fuse-ld=gold"))
        self.assertNotIn("-rdynamic", self.show("a.o"))


class Compiler(Command):
    def test_driver_by_language(self):
        for arguments, expected in [
            ("a.c", "gcc"), ("a.cc", "g++"), ("a.cpp", "g++"), ("a.cxx", "g++"), ("a.C", "g++"),
            ("a.c b.cc", "gcc"), ("-x c++ a.c", "g++"), ("-x c a.cc", "gcc"), ("a.o", "gcc"),
            ("a.f90", "gfortran"), ("-E -", "gcc"), ("--compiler=g++ a.c", "g++"),
            ("--compiler=clang a.c", "clang"), ("--compiler=clang a.cc", "clang++"),
            ("--compiler clang a.c", "clang"), ("--compiler=clang-14 a.cc", "clang++-14"),
            ("--compiler=gcc-12 a.cc", "g++-12"), ("--compiler=gcc-12 a.f90", "gfortran-12"),
            ("--compiler=/opt/gcc/bin/gcc a.cc", "/opt/gcc/bin/g++"),
            ("--compiler=x86_64-linux-gnu-gcc-12 a.cc", "x86_64-linux-gnu-g++-12"),
            ("--compiler=clang++ a.c", "clang++"), ("--compiler=gfortran a.o", "gfortran"),
        ]:
            with self.subTest(arguments):
                self.assertEqual(self.show(*arguments.split())[0], expected)

    def test_verb_for_cxx(self):
        for arguments in ("a.o", "a.c", "a.cc", "--compiler=gcc a.o", "--version"):
            self.assertEqual(self.show(*arguments.split(), verb="c++")[0], "g++")
        self.assertEqual(self.show("--compiler=clang", "a.o", verb="c++")[0], "clang++")

    def test_c_and_cxx_at_once(self):
        """g++ would compile the C file as C++."""
        self.assertIn("-lstdc++", self.show("a.c", "b.cc"))
        self.assertIn("-lc++", self.show("--compiler=clang", "-stdlib=libc++", "a.c", "b.cc"))
        for arguments in (["-c", "a.c", "b.cc"], ["b.cc"], ["a.c"]):
            self.assertNotIn("-lstdc++", self.show(*arguments))

    def test_environment(self):
        environment = {"RACEPROOF_CC": "clang"}
        self.assertEqual(self.show("a.c", environment=environment)[0], "clang")
        self.assertEqual(self.show("--compiler=gcc", "a.c", environment=environment)[0], "gcc")
        self.assertEqual(self.show("a.c", environment={"RACEPROOF_CC": ""})[0], "gcc")

    def test_family_decides_on_flags(self):
        gcc, clang = self.show("-c", "a.c"), self.show("--compiler=clang", "-c", "a.c")
        self.assertIn("-fno-inline-atomics", gcc)
        self.assertNotIn("-fno-inline-atomics", clang)
        for command in (gcc, clang):
            for name in ("memcpy", "memset", "memmove", "memcmp", "strcpy"):
                self.assertIn(f"-fno-builtin-{name}", command)
        self.assertIn("-fno-vectorize", self.show("--compiler=clang", "-mavx2", "-c", "a.c"))
        has_plugin = any(word.startswith("-fpass-plugin=") for word in clang)
        self.assertEqual("-fno-vectorize" in clang, has_plugin)

    def test_unknown_name_is_asked(self):
        for name, macros, flag in [("mycc", "#define __clang__ 1", "-mprefer-vector-width=128"),
                                   ("othercc", "#define __GNUC__ 12", "-fno-inline-atomics")]:
            (self.path / name).write_text(f"#!/bin/sh\necho '{macros}'\n")
            (self.path / name).chmod(0o755)
            command = self.show(f"--compiler={self.path / name}", "-c", "a.c")
            self.assertEqual(command[0], str(self.path / name))
            self.assertIn(flag, command)

    def test_compiler_behind_a_launcher(self):
        """`raceproof cc /usr/bin/gcc -c a.c` starts that compiler, but no input file is taken for a compiler."""
        for name in ("mycc", "x-gcc-4.9", "libx.so", "a.out"):
            (self.path / name).write_text("#!/bin/sh\n")
            (self.path / name).chmod(0o755)
        self.write("data", "")
        for word, is_compiler in [("mycc", True), ("x-gcc-4.9", True), ("libx.so", False),
                                  ("a.out", False), ("data", False), ("missing", False)]:
            path = str(self.path / word)
            with self.subTest(word):
                self.assertEqual(self.show(path, "b.o")[0], path if is_compiler else "gcc")
                self.assertEqual(self.show("--compiler=clang", path, "b.o")[0],
                                 path if is_compiler else "clang")
        self.assertEqual(self.show("mycc", "b.o")[:2], ["gcc", "mycc"])
        self.refused(str(self.path / "mycc"), saying="what to compile?")

    def test_fortran_gets_no_flags_of_c(self):
        self.assertFalse([word for word in self.show("-c", "a.f90") if "builtin" in word])


class OpenMP(Command):
    def test_flags_for_each_step(self):
        """Compiling needs the wrapper, linking needs the directory of empty libraries."""
        for arguments, expected in [
            ("-fopenmp a.c", "wl"), ("-fopenmp -c a.c", "w"), ("-fopenmp a.o", "l"), ("a.c", ""),
            ("-fopenmp -shared a.o", "l"), ("-fopenmp -r a.o", "l"), ("a.o -lgomp", "l"),
            ("a.o /x/libgomp.so.1", "l"), ("a.o -l iomp5", "l"), ("a.o /x/libomp.a", "l"),
            ("a.o -lgomp2", ""), ("a.o libompx.so", ""), ("-fopenmp -fno-openmp a.c", ""),
            ("-fopenmp-simd a.c", ""), ("-fopenmp=libomp -c a.c", "w"), ("a.c -o libomp.a", ""),
            ("-fopenmp -c a.f90", "w"), ("-fopenmp --version", ""),
        ]:
            with self.subTest(arguments):
                command = self.show(*arguments.split())
                found = ("w" if "-wrapper" in command else "") + (
                    "l" if any(word.startswith("-L") and word.endswith("/openmp") for word in command)
                    else "")
                self.assertEqual(found, expected, command)

    def test_languages(self):
        define = "-Domp_get_thread_num=rp_omp_get_thread_num"
        self.assertIn(define, self.show("-fopenmp", "-c", "a.c"))
        self.assertIn(define, self.show("-fopenmp", "-c", "a.cc"))
        self.assertNotIn(define, self.show("-fopenmp", "-c", "a.f90"))
        clang = self.show("--compiler=clang", "-fopenmp", "-c", "a.c")
        self.assertIn(define, clang)
        self.assertNotIn("-wrapper", clang)

    def test_libraries_of_compilers_are_left_out_when_linking(self):
        command = self.show("a.o", "-lgomp", "-l", "omp", "/x/libiomp5.so", "-lm")
        self.assertFalse([word for word in command if "omp" in word and "raceproof" not in word
                          and not word.endswith("/openmp") and not word.startswith("-Wl,--export")])
        self.assertEqual(command[command.index("a.o") + 1], "-lm")
        self.assertIn("-lgomp", self.show("-c", "a.c", "-lgomp"))
        self.assertIn("libomp.so", self.show("-shared", "a.o", "-o", "libomp.so"))


class ResponseFiles(Command):
    def test_they_are_looked_into_and_passed_on(self):
        for text, expected in [("-c a.c", "c"), ("a.c\n-o a\n", "cl"), ("a.o", "l"),
                               ("'-c' \"a b.c\"", "c"), ("-o '-c' a.c", "cl"), ("a\\ b.c", "cl"),
                               ("-shared a.c", "c"), ("", "")]:
            with self.subTest(text):
                self.write("args", text)
                self.assertEqual(self.steps("@args"), expected)
                self.assertEqual(self.show("@args")[1], "@args")

    def test_options_across_the_border(self):
        self.write("args", "-o")
        self.assertEqual(self.steps("@args", "-c", "a.c"), "cl")

    def test_nested_and_endless(self):
        self.write("outer", "-O2 @inner")
        self.write("inner", "-c a.cc")
        self.assertEqual(self.steps("@outer"), "c")
        self.assertEqual(self.show("@outer")[0], "g++")
        self.write("loop", "-c a.c @loop")
        self.assertEqual(self.steps("@loop"), "c")

    def test_a_missing_one_is_an_input(self):
        self.assertEqual(self.steps("@missing"), "l")

    def test_refusals_look_inside(self):
        self.write("args", "-c a.c -fsanitize=address")
        self.refused("@args", saying="-fsanitize=address")


class Refusals(Command):
    def test_sanitizers(self):
        for option, saying in [("-fsanitize=thread", "leave -fsanitize=thread out"),
                               ("-fsanitize=address", "-fsanitize=address cannot be combined"),
                               ("-fsanitize=undefined,address", "-fsanitize=address"),
                               ("-fsanitize=leak", "-fsanitize=leak")]:
            self.refused("-c", "a.c", option, saying=saying)
            self.refused("a.o", option, saying=saying)
            self.refused("--show", "a.c", option, saying=saying)
        self.assertEqual(self.steps("-c", "a.c", "-fsanitize=undefined"), "c")
        self.assertEqual(self.steps("-c", "a.c", "-fno-sanitize=thread"), "c")

    def test_static_programs(self):
        self.refused("-static", "a.c", saying="-static cannot be combined")
        self.refused("-static-pie", "a.o", saying="-static cannot be combined")
        self.assertEqual(self.steps("-static", "-c", "a.c"), "c")
        self.assertEqual(self.steps("-static-libgcc", "a.c"), "cl")

    def test_fortran_by_clang(self):
        self.refused("--compiler=clang", "-c", "a.f90", saying="use --compiler=gcc")

    def test_usage(self):
        self.refused(saying="what to compile?")
        self.refused("--show", saying="what to compile?")
        self.refused("--compiler=", "a.c", saying="--compiler wants a name")
        self.refused("--compiler=/no/such/cc", "-c", "a.c", saying="cannot run the compiler `/no/such/cc'")
        self.refused("--compiler=no-such-clang", "--version", saying="No such file or directory")
        self.refused(verb="c++", saying="raceproof c++: what to compile?")
        for arguments in (["help", "cc"], ["cc", "--help"], ["help", "c++"]):
            text = self.run_command([RACEPROOF, *arguments]).stdout
            self.assertIn("--compiler=NAME", text)
            self.assertLessEqual(max(len(line) for line in text.splitlines()), 82)


class Installed(Command):
    """Installed files are found relative to the executable, in any directory."""

    def install(self, *parts):
        prefix = self.path / "a prefix"
        for part in ("bin", "lib/raceproof", "include/raceproof"):
            (prefix / part).mkdir(parents=True)
        command = shutil.copy(RACEPROOF, prefix / "bin")
        for part in parts:
            (prefix / part).touch()
        return str(prefix), str(command)

    EVERYTHING = ("lib/raceproof/libraceproof.a", "lib/raceproof/gcc.specs",
                  "include/raceproof/builtins.h")

    def test_places(self):
        prefix, command = self.install(*self.EVERYTHING)
        words = shlex.split(self.run_command([command, "cc", "--show", "a.c"]).stdout)
        self.assertIn(f"{prefix}/lib/raceproof/libraceproof.a", words)
        self.assertIn(f"-specs={prefix}/lib/raceproof/gcc.specs", words)
        self.assertIn(f"-I{prefix}/include", words)

    def test_through_a_link(self):
        prefix, command = self.install(*self.EVERYTHING)
        (self.path / "rp").symlink_to(command)
        words = shlex.split(self.run_command([str(self.path / "rp"), "cc", "--show", "a.o"]).stdout)
        self.assertIn(f"{prefix}/lib/raceproof/libraceproof.a", words)

    def test_missing_files(self):
        for missing, arguments, untouched in [
            ("lib/raceproof/libraceproof.a", ["a.o"], ["-c", "a.c"]),
            ("lib/raceproof/gcc.specs", ["a.c"], ["a.o"]),
            ("include/raceproof/builtins.h", ["-c", "a.c"], ["a.o"]),
        ]:
            with self.subTest(missing):
                prefix, command = self.install(*(set(self.EVERYTHING) - {missing}))
                self.refused("--show", *arguments, command=command, saying=f"{prefix}/{missing}'")
                self.run_command([command, "cc", "--show", *untouched])
                self.run_command([command, "cc", "--version"])
                shutil.rmtree(prefix)


class Running(Command):
    def test_the_status_is_the_compilers(self):
        fake = self.path / "fake"
        fake.write_text("#!/bin/sh\n[ $1 = -dM ] || exit 37\n")
        fake.chmod(0o755)
        self.run_command([RACEPROOF, "cc", f"--compiler={fake}", "-c", "a.c"], status=37)
        fake.write_text("#!/bin/sh\n[ $1 = -dM ] || kill -TERM $$\n")
        self.run_command([RACEPROOF, "cc", f"--compiler={fake}", "-c", "a.c"], status=-15)

    def test_it_is_the_same_process(self):
        fake = self.path / "fake"
        fake.write_text("#!/bin/sh\necho $$\n")
        fake.chmod(0o755)
        script = f'echo $$; exec "{RACEPROOF}" cc --compiler="{fake}" --version'
        first, second = self.run_command(["sh", "-c", script]).stdout.split()
        self.assertEqual(first, second)


if __name__ == "__main__":
    driver.main(needs_compiler=False)
