#include "advice/value.h"
#include "base/strbuf.h"
#include "test.h"

#include <string.h>

typedef bool question (const rp_code *, uint32_t, const char *);

/* BODY is between the braces of a loop; BEFORE, on one line, and REST come before and after it, in the function. */
static bool
ask_behind (const char *before, question *is, const char *body, const char *rest)
{
  rp_strbuf text = { 0 };
  rp_strbuf_format (
    &text,
    "int f (void) {%s\n#pragma omp for\nfor (i = 0; i < n; i++)\n {\n%s\n }\n%s\n}\n"
    "int g (void) { return t; }\n",
    before, body, rest);
  rp_source *source = rp_source_from_text ("f.c", text.text, text.length);
  rp_code code;
  rp_code_init (&code, source);
  bool answer = is (&code, rp_code_directive_at (&code, 2), "t");
  rp_code_clear (&code);
  rp_source_free (source);
  rp_strbuf_clear (&text);
  return answer;
}

static bool
ask (question *is, const char *body, const char *rest)
{
  return ask_behind ("", is, body, rest);
}

TEST (temporaries)
{
  static const char *const yes[] = { "t = i; a[i] = t;",
                                     "for (t = 0; t < 3; t++) a[t] = 1;",
                                     "g (); t = i; a[i] = t;",
                                     "if (x) t = 1; else { t = 2; } a[i] = t;",
                                     "if (x) { t = 1; a[i] = t; }",
                                     "if (x) continue; t = 1; a[i] = t;",
                                     "s = t = 1; a[i] = t;",
                                     "s = 0, t = 1; a[i] = t;",
                                     "t = 1; while (t < 3) t++;",
                                     "switch (x) { case 1: t = 2; a[i] = t; break; }" };
  static const char *const no[] = { "a[i] = t; t = i;",
                                    "t = t + 1;",
                                    "t += 1;",
                                    "if (x) t = 1; a[i] = t;",
                                    "for (j = 0; j < 9; j++) t = 1; a[i] = t;",
                                    "while (x) t = 1; a[i] = t;",
                                    "if (t) t = 1;",
                                    "switch (x) { case 1: t = 1; case 2: a[i] = t; }",
                                    "t = 1; p = &t;",
                                    "int t = 1; a[i] = t;",
                                    "if (x && (t = 1)) y (); a[i] = t;",
                                    "goto end; t = 1; end: a[i] = t;",
                                    "scanf (\"%d\", &t);",
                                    "\n#pragma omp single\nt = 1;\na[i] = t;" };
  for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
    if (!CHECK (ask (rp_value_is_temporary, yes[i], "")))
      test_note ("%s", yes[i]);
  for (size_t i = 0; i < sizeof no / sizeof *no; i++)
    if (!CHECK (!ask (rp_value_is_temporary, no[i], "")))
      test_note ("%s", no[i]);
}

TEST (last_values)
{
  CHECK (ask (rp_value_is_always_assigned, "t = i; a[i] = t;", ""));
  CHECK (ask (rp_value_is_always_assigned, "if (x) t = 1; else t = 2;", ""));
  CHECK (!ask (rp_value_is_always_assigned, "if (x) { t = 1; a[i] = t; }", ""));
  CHECK (!ask (rp_value_is_always_assigned, "if (x) continue; t = 1; a[i] = t;", ""));
}

TEST (values_after_the_loop)
{
  CHECK (ask (rp_value_is_dead_after, "t = i;", ""));
  CHECK (ask (rp_value_is_dead_after, "t = i;", "x = 1;"));
  CHECK (ask (rp_value_is_dead_after, "t = i;", "t = 1; return t;"));
  CHECK (ask (rp_value_is_dead_after, "t = i;", "for (t = 0; t < 3; t++) x ();"));
  CHECK (!ask (rp_value_is_dead_after, "t = i;", "x = t;"));
  CHECK (!ask (rp_value_is_dead_after, "t = i;", "return t;"));
  CHECK (!ask (rp_value_is_dead_after, "t = i;", "if (x) t = 3; y = t;"));
  CHECK (!ask (rp_value_is_dead_after, "t = i;", "while (x) { y = t; t = 1; }"));
  CHECK (!ask (rp_value_is_dead_after, "t = i;", "f (&t);"));
}

/* The construct is in a loop, which may be left, or begun anew, before the variable is assigned. */
TEST (jumps_out_of_the_loop_around)
{
  static const struct
  {
    const char *before, *rest;
    bool is_dead;
  } cases[] = {
    { "while (x) {", "t = 1; } return t;", true },
    { "while (x) {", "if (y) break; t = 1; } return 0;", true },
    { "while (x) {", "if (y) return 0; t = 1; } return t;", true },
    { "while (x) {", "while (y) { if (z) break; } t = 1; } return t;", true },
    { "while (x) {", "if (y) break; t = 1; } return t;", false },
    { "while (x) {", "if (y) { s = 1; break; } t = 1; } s = 3; return t;", false },
    { "while (x) { y = t;", "if (y) continue; t = 1; }", false },
    { "while (x) { t = 0; y = t;", "if (y) continue; t = 1; }", true },
    { "while (x) { while (y) {", "if (z) break; t = 1; } s = t; }", false },
    { "while (x) { while (y) {", "if (z) break; t = 1; } t = 2; s = t; }", true },
    { "switch (x) { case 1:", "break; case 2: t = 1; } return t;", false },
    { "for (;;) { if (x) goto out; t = 0;", "} t = 5;", false },
    { "top: y = t; for (;;) { if (x) goto top; t = 0;", "} t = 5;", false },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (!CHECK (ask_behind (cases[i].before, rp_value_is_dead_after, "t = i;", cases[i].rest)
                == cases[i].is_dead))
      test_note ("%s ... %s", cases[i].before, cases[i].rest);
}

TEST (only_read)
{
  CHECK (ask (rp_value_is_only_read, "a[t] = t + 1;", ""));
  CHECK (ask (rp_value_is_only_read, "t->x = 3; t[2] = 1;", ""));
  CHECK (!ask (rp_value_is_only_read, "t++;", ""));
  CHECK (!ask (rp_value_is_only_read, "--t;", ""));
  CHECK (!ask (rp_value_is_only_read, "t = 1;", ""));
  CHECK (!ask (rp_value_is_only_read, "f (&t);", ""));
  CHECK (!ask (rp_value_is_only_read, "x = 1;", ""));
}
