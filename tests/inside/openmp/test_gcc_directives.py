#!/usr/bin/env python3
"""What gcc_directives.py reads in the comments of a test.

usage: tests/inside/openmp/test_gcc_directives.py
"""
import pathlib
import tempfile
import unittest

import gcc_directives


def read(text, language="c"):
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place) / "test"
        path.write_text(text, encoding="utf-8")
        return gcc_directives.read(path, language)


class Directives(unittest.TestCase):
    def test_nothing_said_is_to_run(self):
        test = read("int main (void) { return 0; }\n")
        self.assertEqual((test.what, test.skip, test.flags, test.more_flags), ("run", None, None, []))

    def test_what_to_do(self):
        self.assertIsNone(read("/* { dg-do run } */\n").skip)
        self.assertEqual(read("! { dg-do compile }\n").skip, "only to compile")
        self.assertEqual(read("/* { dg-do link } */\n").skip, "only to link")
        self.assertIsNone(read("/* { dg-do run { target *-*-linux* } } */\n").skip)
        self.assertIsNotNone(read("/* { dg-do run { target alpha*-*-* } } */\n").skip)
        self.assertIsNotNone(read("/* { dg-do run { target { lp64 && { ! lp64 } } } } */\n").skip)

    def test_flags(self):
        text = '/* { dg-options "-O0 -g" } */\n/* { dg-additional-options "-std=c99" { target c } } */\n'
        test = read(text)
        self.assertEqual((test.flags, test.more_flags), (["-O0", "-g"], ["-std=c99"]))
        self.assertEqual(read(text, "c++").more_flags, [])
        text = '/* { dg-additional-options "-A" { target { { i?86-*-* x86_64-*-* } && lp64 } } } */\n'
        self.assertEqual(read(text).more_flags, ["-A"])
        self.assertEqual(read('/* { dg-additional-options "-A" { target { ! lp64 } } } */\n').more_flags, [])

    def test_needs(self):
        self.assertIsNone(read("/* { dg-require-effective-target tls_runtime } */\n").skip)
        self.assertEqual(read("/* { dg-require-effective-target offload_device } */\n").skip, "needs offload_device")
        self.assertIsNotNone(read('/* { dg-skip-if "" { *-*-* } } */\n').skip)
        self.assertIsNone(read('/* { dg-skip-if "" { ! run_expensive_tests } { "*" } { "-O2" } } */\n').skip)

    def test_surroundings(self):
        test = read('/* { dg-set-target-env-var OMP_PLACES "{6,7}:4:-2,!{2,3}" } */\n'
                    '/* { dg-additional-sources "a.c b.c" } */\n/* { dg-shouldfail "it must" } */\n')
        self.assertEqual(test.environment, {"OMP_PLACES": "{6,7}:4:-2,!{2,3}"})
        self.assertEqual(test.sources, ["a.c", "b.c"])
        self.assertTrue(test.should_fail)
        self.assertEqual(read("! { dg-additional-sources my-usleep.c }\n", "fortran").sources, ["my-usleep.c"])


if __name__ == "__main__":
    unittest.main()
