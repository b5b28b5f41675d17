/* Directives of Fortran, in both forms. */
#include "base/strbuf.h"
#include "compile/rewrite/rewrite.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define M "5931240709246943232_8"
#define UNSAID "5931240713541910528_8"
#define ADDED "schedule(dynamic, " UNSAID ")"

/* EXPECTED is NULL if nothing changes. */
static void
check_form (const char *text, bool is_fixed, size_t line_length, const char *expected)
{
  rp_strbuf out = { 0 };
  bool has_changed = rp_rewrite_fortran (text, is_fixed, line_length, NULL, &out);
  CHECK_STR (rp_strbuf_text (&out), expected ? expected : text);
  CHECK (has_changed == (expected != NULL));
  rp_strbuf_clear (&out);
}

static void
check_free (const char *text, const char *expected)
{
  check_form (text, false, 0, expected);
}

static void
check_fixed (const char *text, const char *expected)
{
  check_form (text, true, 72, expected);
}

TEST (the_marker_is_the_one_of_the_header)
{
  CHECK_INT (strtol (M, NULL, 10), RP_SCHEDULE_MARK);
  CHECK_INT (strtol (UNSAID, NULL, 10), RP_SCHEDULE_MARK + RP_SCHEDULE_MARK_UNSAID);
}

TEST (free_form)
{
  check_free ("# 1 \"a.f90\"\nx\n!$omp do\ny\n",
              "# 1 \"a.f90\"\nx\n# 2 \"a.f90\"\n!$omp  do " ADDED "\ny\n");
  check_free ("  !$OMP PARALLEL DO SCHEDULE(STATIC) ! why\n",
              "# 1 \"\"\n!$omp  PARALLEL DO SCHEDULE(dynamic, " M ")\n");
  check_free ("!$omp do schedule(static, n/2)\n",
              "# 1 \"\"\n!$omp  do schedule(dynamic, " M " + ( n/2))\n");
  check_free ("!$omp do ordered\n", "# 1 \"\"\n!$omp  do ordered schedule(static, " UNSAID ")\n");
  check_free ("!$omp paralleldosimd schedule(static)\n",
              "# 1 \"\"\n!$omp  paralleldosimd schedule(dynamic, 5931241259002757120_8)\n");
  check_free ("!$omp end parallel loop\n", "# 1 \"\"\n!$omp  end parallel do\n");
  check_free ("!$omp teams loop",
              "# 1 \"\"\n!$omp  teams distribute parallel do schedule(dynamic,  &\n"
              "!$omp& 5931240722131845120_8)\n# 2 \"\"\n");
  check_free ("!$omp parallel loop private(x)\n\n! why\n10 name : DO 20 , Iv = 1, n\n",
              "# 1 \"\"\n!$omp  parallel do private(x) lastprivate(Iv) schedule(dynamic,  &\n"
              "!$omp& 5931240722131845120_8)\n# 2 \"\"\n\n! why\n10 name : DO 20 , Iv = 1, n\n");
  static const char *const kept[] = {
    "",
    "!$omp end do\n",
    "!$omp end parallel do\n",
    "!$ do\n",
    "!$ompx do\n",
    "!omp do\n",
    "!$omp",
    "!$omp do schedule(dynamic)\n",
    "!$omp do ordered schedule(static)\n",
    "!$omp do schedule(runtime)\n",
    "!$omp simd\n",
    "!$omp parallel workshare\n",
    "!$omp loop bind(thread)\n",
    "!$omp do &\nx\n",
    "!$omp do &\n",
    "print *, '!$omp do'\n",
    "!$omp do schedule(static\n",
    "!$omp parallel default(none)\n",
  };
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    check_free (kept[i], NULL);
}

TEST (free_form_goes_on)
{
  check_free ("# 7 \"b.f90\"\n!$omp parallel &\n!$omp do &\n!$omp& private(a)\nx",
              "# 7 \"b.f90\"\n# 8 \"b.f90\"\n!$omp  parallel  do  private(a) schedule(dynamic,  &\n"
              "!$omp& " UNSAID ")\nx");
  check_free ("!$omp do sched&\n!$omp&ule(static)\n",
              "# 2 \"\"\n!$omp  do schedule(dynamic, " M ")\n");
}

/* Comments, empty lines and what the preprocessor leaves may stand between the lines of a directive. */
TEST (directives_go_on_behind_comments)
{
  check_free ("!$omp do &\n! why\n\n  !$omp nowait\nx\n",
              "# 4 \"\"\n!$omp  do  nowait " ADDED "\nx\n");
  check_free ("!$omp do &\n# 8 \"c.f90\"\n!$omp nowait\nx\n",
              "# 8 \"c.f90\"\n# 8 \"c.f90\"\n!$omp  do  nowait " ADDED "\nx\n");
  check_free ("!$omp do &\n# 1 \"d\" 1\n!$omp nowait &\n# 3 \"c\" 2\n!$omp private(x)\n",
              "# 1 \"d\" 1\n# 3 \"c\" 2\n# 3 \"c\"\n!$omp  do  nowait  private(x) " ADDED "\n");
  check_free ("!$omp do &\n! why\n", NULL);
  check_fixed ("c$omp do\nc why\n\n*$omp+ nowait\n      x\n",
               "# 4 \"\"\n!$omp do nowait " ADDED "\n      x\n");
  check_fixed ("c$omp do\nc why\nc$omp barrier\n",
               "# 1 \"\"\n!$omp do " ADDED "\nc why\nc$omp barrier\n");
}

#define HIDDEN \
  "!$omp error at(execution) severity(warning) message( &\n" \
  "!$omp& \"raceproof: the iterations of the next loop are not seen\")\n"

/* What may hide a race is announced. */
TEST (hidden_loops)
{
  check_free ("x\n\n\n!$omp do reduction(inscan,+:s)\n",
              "x\n\n\n# 3 \"\"\n" HIDDEN "# 4 \"\"\n!$omp  do reduction(inscan,+:s)\n");
  static const char *const hidden[] = {
    "x\n!$omp loop bind(parallel)\n",
    "!$omp loop\n",
    "!$omp workshare\n",
    "!$omp parallel\nx\n!$omp workshare\n!$omp end workshare\n",
    "!$omp parallel\n!$omp workshare\n!$omp end workshare nowait\n",
    "!$omp end do nowait\n!$omp workshare\n",
    "!$omp barrier\n!$omp workshare\nx\n!$omp end &\n!$omp& workshare nowait\n!$omp end workshare nowait\n",
    "!$omp end master\n!$omp workshare\n",
  };
  for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
    {
      rp_strbuf out = { 0 };
      CHECK (rp_rewrite_fortran (hidden[i], false, 0, NULL, &out));
      CHECK (strstr (rp_strbuf_text (&out), HIDDEN) != NULL);
      rp_strbuf_clear (&out);
    }
  check_free ("!$omp parallel shared(x)\n! why\n!$omp workshare\nx\n!$omp end workshare\n", NULL);
  check_free ("!$omp end sections\n!$omp workshare\n!$omp end workshare\nx\n!$omp end workshare nowait\n", NULL);
  check_fixed ("c$omp end single copyprivate(x)\nc why\nc$omp work share\n", NULL);
}

/* The end of a scope construct is announced, or its beginning where the end directive may be missing. */
TEST (scopes)
{
  static const char ends[] = "\"raceproof: a scope construct ends\")",
                    ended[] = "\"raceproof: a scope construct has ended\")";
  static const struct
  {
    const char *text;
    bool is_end;
  } scopes[] = { { "!$omp end scope\n", true },
                 { "!$OMP ENDSCOPE NOWAIT\n", true },
                 { "!$omp scope reduction(+:x)\n block\n", false },
                 { "!$omp scope reduction(+:x)\n a : Block\n", false } };
  for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
    {
      rp_strbuf out = { 0 };
      CHECK (rp_rewrite_fortran (scopes[i].text, false, 0, NULL, &out));
      CHECK (strstr (rp_strbuf_text (&out), ends) != NULL);
      CHECK ((strstr (rp_strbuf_text (&out), ended) != NULL) == scopes[i].is_end);
      rp_strbuf_clear (&out);
    }
  rp_strbuf out = { 0 };
  CHECK (!rp_rewrite_fortran ("!$omp scope reduction(+:x)\n x = 1\n", false, 0, NULL, &out));
  CHECK (!rp_rewrite_fortran ("!$omp scope private(x)\n block\n", false, 0, NULL, &out));
  rp_strbuf_clear (&out);
}

/* Updates are told from captures. */
TEST (atomic_updates)
{
  static const char update[] = "message( &\n!$omp& \"raceproof: the next atomic construct is an update\")\n";
  static const char *const updates[] = { "!$omp atomic\n", "!$OMP ATOMIC UPDATE SEQ_CST\n", "!$omp atomic hint(1)\n",
                                         "!$omp end workshare\n!$omp atomic\n" };
  for (size_t i = 0; i < sizeof updates / sizeof *updates; i++)
    {
      rp_strbuf out = { 0 };
      CHECK (rp_rewrite_fortran (updates[i], false, 0, NULL, &out));
      CHECK (strstr (rp_strbuf_text (&out), update) != NULL);
      rp_strbuf_clear (&out);
    }
  static const char *const others[] = { "!$omp end atomic\n", "!$omp atomic capture\n", "!$omp atomic read\n",
                                        "!$omp parallel workshare\n!$omp atomic\n" };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    check_free (others[i], NULL);
}

static bool
read_included (void *data, const char *name, rp_strbuf *path, rp_strbuf *text)
{
  (void) data;
  rp_strbuf_format (path, "d/%s", name);
  rp_strbuf_add (text, !strcmp (name, "loop")   ? "y\n!$omp do\nz"
                       : !strcmp (name, "outer") ? "y\n  include 'loop' ! why\n"
                       : !strcmp (name, "itself") ? "include 'itself'\n!$omp do\n"
                                                 : "y\n");
  return strcmp (name, "none");
}

static void
check_included (const char *text, bool is_fixed, const char *expected)
{
  rp_strbuf out = { 0 };
  const rp_rewrite_includes includes = { read_included, NULL };
  CHECK (rp_rewrite_fortran (text, is_fixed, 72, &includes, &out) == (expected != NULL));
  CHECK_STR (rp_strbuf_text (&out), expected ? expected : text);
  rp_strbuf_clear (&out);
}

#define LOOP "# 1 \"d/loop\" 1\ny\n# 2 \"d/loop\"\n!$omp  do " ADDED "\nz\n"

TEST (included_files)
{
  check_included ("# 4 \"a\"\nINCLUDE \"loop\"\nx\n", false, "# 4 \"a\"\n" LOOP "# 5 \"a\" 2\nx\n");
  check_included ("!$ include'loop'\n", false, LOOP "# 2 \"\" 2\n");
  check_included ("include 'outer'\n", false,
                  "# 1 \"d/outer\" 1\ny\n" LOOP "# 3 \"d/outer\" 2\n# 2 \"\" 2\n");
  check_included ("      in clude 'loop'\n", true,
                  "# 1 \"d/loop\" 1\ny\n# 2 \"d/loop\"\n!$omp do " ADDED "\nz\n# 2 \"\" 2\n");
  static const char *const kept[] = { "include 'none'\n", "include 'other'\n", "include = 'loop'\n", "! include 'loop'\n",
                                      "include 'loop', x\n", "included 'loop'\n", "include 'loop\n", "include ''\n" };
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    check_included (kept[i], false, NULL);
  check_included ("c include 'loop'\n", true, NULL);
  rp_strbuf out = { 0 };
  const rp_rewrite_includes includes = { read_included, NULL };
  CHECK (rp_rewrite_fortran ("include 'itself'\n", false, 0, &includes, &out));
  rp_strbuf_clear (&out);
}

TEST (lines_are_short)
{
  rp_strbuf text = { 0 }, out = { 0 };
  rp_strbuf_add (&text, "!$omp parallel do &\n");
  for (int i = 0; i < 40; i++)
    rp_strbuf_format (&text, "!$omp& private(variable_%d) schedule%d('a b', \"c\")  &\n", i, i);
  rp_strbuf_add (&text, "!$omp& shared(s)\n");
  CHECK (rp_rewrite_fortran (rp_strbuf_text (&text), false, 0, NULL, &out));
  for (const char *at = rp_strbuf_text (&out); *at; at += strcspn (at, "\n") + 1)
    CHECK (strcspn (at, "\n") <= 72);
  rp_strbuf_clear (&out);
  rp_strbuf_clear (&text);
}

/* The line has to end somewhere: not in an operator, a number or a string. */
TEST (lines_end_between_words)
{
  static const char *const wholes[] = { ".or.", ".neqv.", "(/1/)", "1.5e3_8", "a**b", "'x, y'" };
  for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++)
    for (int width = 30; width < 75; width++)
      {
        rp_strbuf text = { 0 }, out = { 0 };
        rp_strbuf_format (&text, "!$omp do private(%.*s,%s:x)\n", width,
                          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                          wholes[i]);
        CHECK (rp_rewrite_fortran (rp_strbuf_text (&text), false, 0, NULL, &out));
        CHECK (strstr (rp_strbuf_text (&out), wholes[i]) != NULL);
        rp_strbuf_clear (&out);
        rp_strbuf_clear (&text);
      }
}

TEST (fixed_form)
{
  check_fixed ("c$omp do\nC$OMP PARALLEL DO\n*$omp0do\n",
               "# 1 \"\"\n!$omp do " ADDED "\n# 2 \"\"\n!$omp PARALLEL DO " ADDED
               "\n# 3 \"\"\n!$omp do " ADDED "\n");
  check_fixed ("!$omp parallel\n!$omp1do private(a)\n      x\n",
               "# 2 \"\"\n!$omp paralleldo private(a) schedule(dynamic, " UNSAID ")\n      x\n");
  check_fixed ("c$omp Paral lel D O private(a)\n",
               "# 1 \"\"\n!$omp paralleldoprivate(a) schedule(dynamic, " UNSAID ")\n");
  check_fixed (" !$omp do\n", NULL);
  check_fixed ("c     do\n", NULL);
  check_fixed ("!$omp end do\n", NULL);
  check_fixed ("!$omp&do\n", NULL);
  check_fixed ("!$omp do                                                                1234\n",
               "# 1 \"\"\n!$omp do " ADDED "\n");
  check_form ("x\n!$omp do                                                                nowait\n",
              true, 132,
              "x\n# 1 \"\"\n!$omp do                                                              "
              "\n!$omp&  nowait " ADDED "\n");
}
