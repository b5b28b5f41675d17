/* The unit tests' own small framework. One test file is one program:
 *
 *   #include "test.h"
 *
 *   TEST (vec_grows)
 *   {
 *     CHECK (vec.count == 3);
 *     CHECK_INT (rp_sum (&vec), 6);
 *     CHECK_STR (rp_strbuf_text (&buffer), "abc");
 *   }
 *
 * Tests register themselves and run in the order of the file; test_main.c holds main. A failed
 * check prints its place and the test goes on; all checks return whether they held, so that
 * `if (!CHECK (p)) return;` guards what cannot go on. */
#ifndef RP_TESTS_UNIT_TEST_H
#define RP_TESTS_UNIT_TEST_H

#include <stdbool.h>
#include <stdio.h>

typedef struct test
{
  const char *name;
  void (*run) (void);
  struct test *next;
} test;

void test_register (test *entry);
bool test_check (bool holds, const char *file, int line, const char *expression);
bool test_check_int (long long actual, long long expected, const char *file, int line,
                     const char *expression);
bool test_check_str (const char *actual, const char *expected, const char *file, int line,
                     const char *expression);

/* Says something about the failure that happened, for instance the seed of a random run. */
void test_note (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

/* How many random runs: in the build with AddressSanitizer each takes several times as long, so a quarter. */
#ifdef __SANITIZE_ADDRESS__
#define TEST_RUNS(COUNT) ((COUNT) / 4)
#else
#define TEST_RUNS(COUNT) (COUNT)
#endif

#define TEST(NAME) \
  static void test_##NAME##_run (void); \
  __attribute__ ((constructor)) static void test_##NAME##_register (void) \
  { \
    static test entry = { #NAME, test_##NAME##_run, NULL }; \
    test_register (&entry); \
  } \
  static void test_##NAME##_run (void)

#define CHECK(...) test_check ((__VA_ARGS__), __FILE__, __LINE__, #__VA_ARGS__)

/* The value got, then the value wanted. */
#define CHECK_INT(ACTUAL, EXPECTED) \
  test_check_int ((long long) (ACTUAL), (long long) (EXPECTED), __FILE__, __LINE__, #ACTUAL)
#define CHECK_STR(ACTUAL, EXPECTED) \
  test_check_str ((ACTUAL), (EXPECTED), __FILE__, __LINE__, #ACTUAL)

#endif
