#include "report/code.h"
#include "test.h"

#include <string.h>

static rp_source *
source_of (const char *text)
{
  return rp_source_from_text ("f.c", text, strlen (text));
}

TEST (directives)
{
  rp_source *source = source_of ("#pragma omp for nowait schedule(static)\n"
                                 "  #  pragma  omp  master // for\n"
                                 "for (;;) nowait ();\n"
                                 "#pragma ompx for\n");
  CHECK (rp_code_directive_has (source, 1, "for"));
  CHECK (rp_code_directive_has (source, 1, "nowait"));
  CHECK (!rp_code_directive_has (source, 1, "wait"));
  CHECK (rp_code_directive_has (source, 2, "master"));
  CHECK (!rp_code_directive_has (source, 2, "for"));
  CHECK (!rp_code_directive_has (source, 3, "for"));
  CHECK (!rp_code_directive_has (source, 4, "for"));
  CHECK (!rp_code_directive_has (source, 9, "for"));
  CHECK (!rp_code_directive_has (NULL, 1, "for"));
  rp_source_free (source);
}

TEST (statements_end)
{
  rp_source *source = source_of ("#pragma omp for \\\n"
                                 "  nowait\n"
                                 "for (i = 0; i < n; i++)\n"
                                 "  {\n"
                                 "    if (a) { b; }\n"
                                 "  }\n"
                                 "#pragma omp master\n"
                                 "x = 1;\n"
                                 "#pragma omp single\n"
                                 "}\n");
  CHECK_INT (rp_code_statement_end (source, 1), 6);
  CHECK_INT (rp_code_statement_end (source, 7), 8);
  CHECK_INT (rp_code_statement_end (source, 9), 0);
  rp_source_free (source);
}

TEST (reductions)
{
  static const struct
  {
    const char *line;
    char sign;
  } rows[] = {
    { "  sum += a[i];", '+' },
    { "  { sum -= f (x, y); }", '+' },
    { "  sum++;", '+' },
    { "  --sum;", '+' },
    { "  sum *= 2; // sum", '*' },
    { "  sum |= x;", '|' },
    { "  sum = sum + a * b;", '+' },
    { "  sum = sum * a;", '*' },
    { "  sum = sum + p->x;", '+' },
    /* the value is used, or the operators do not suit */
    { "  sum += sum;", 0 },
    { "  sum += x; b = sum;", 0 },
    { "  b = sum++;", 0 },
    { "  if (x) sum = x;", 0 },
    { "  sum = x;", 0 },
    { "  sum == x;", 0 },
    { "  sum = sum * a + b;", 0 },
    { "  sum = sum + a & b;", 0 },
    { "  sum = sum + a ? b : c;", 0 },
    { "  sum = sum && a;", 0 },
    { "  sum /= 2;", 0 },
    { "  sum <<= 2;", 0 },
    { "  p.sum += 2;", 0 },
    { "  p->sum += 2;", 0 },
    { "  summary += 2;", 0 },
    { "  f (\"sum += 1;\");", 0 },
    { "  sum += 2", 0 },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      rp_source *source = source_of (rows[i].line);
      if (!CHECK_INT (rp_code_reduction (source, 1, "sum"), rows[i].sign))
        test_note ("%s", rows[i].line);
      rp_source_free (source);
    }
}

TEST (reductions_of_a_construct)
{
  rp_source *source = source_of ("#pragma omp parallel for\n"
                                 "for (i = 0; i < n; i++)\n"
                                 "  {\n"
                                 "    sum += a[i];\n"
                                 "    sum -= 1;\n"
                                 "  }\n"
                                 "#pragma omp parallel\n"
                                 "  {\n"
                                 "    sum += 1;\n"
                                 "    b = sum;\n"
                                 "  }\n"
                                 "#pragma omp parallel\n"
                                 "  {\n"
                                 "    sum += 1;\n"
                                 "    sum *= 1;\n"
                                 "  }\n");
  CHECK_INT (rp_code_reduction_within (source, 1, "sum"), '+');
  CHECK_INT (rp_code_reduction_within (source, 1, "n"), 0);
  CHECK_INT (rp_code_reduction_within (source, 1, "x"), 0);
  CHECK_INT (rp_code_reduction_within (source, 7, "sum"), 0);
  CHECK_INT (rp_code_reduction_within (source, 12, "sum"), 0);
  rp_source_free (source);
}

TEST (updates)
{
  rp_source *source = source_of ("  a[b[i]]++;\n"
                                 "  ++a[3].x;\n"
                                 "  a->n[1] += a;\n"
                                 "  a[i] = a[i - 1] + 1;\n"
                                 "  b = a[i]++;\n");
  CHECK (rp_code_is_update (source, 1, "a"));
  CHECK (rp_code_is_update (source, 2, "a"));
  CHECK (rp_code_is_update (source, 3, "a"));
  CHECK (!rp_code_is_update (source, 4, "a"));
  CHECK (!rp_code_is_update (source, 5, "a"));
  CHECK (!rp_code_is_update (source, 1, "b"));
  rp_source_free (source);
}

/* The body is between the braces of a loop; the rest comes after it, in the function. */
static bool
is_temporary (const char *body, const char *rest)
{
  char text[1024];
  snprintf (
    text, sizeof text,
    "#pragma omp for\nfor (i = 0; i < n; i++)\n  {\n%s\n  }\n%s\n}\nint f (void) { return t; }\n",
    body, rest);
  rp_source *source = source_of (text);
  bool answer = rp_code_is_temporary (source, 1, "t");
  rp_source_free (source);
  return answer;
}

TEST (temporaries)
{
  CHECK (is_temporary ("t = i;\na[i] = t;", ""));
  CHECK (is_temporary ("for (t = 0; t < 3; t++)\n  a[t] = 1;", "x = 1;"));
  CHECK (is_temporary ("g ();\nt = i;\na[i] = t;", "t = 1;"));
  CHECK (!is_temporary ("a[i] = t;\nt = i;", ""));
  CHECK (!is_temporary ("t = t + 1;", ""));
  CHECK (!is_temporary ("t += 1;", ""));
  CHECK (!is_temporary ("if (x)\n  t = 1;\na[i] = t;", ""));
  CHECK (!is_temporary ("if (x) {\n  t = 1;\n}\na[i] = t;", ""));
  CHECK (!is_temporary ("if (x) t = 1;\na[i] = t;", ""));
  CHECK (!is_temporary ("for (j = 0; j < 9; j++)\n  t = 1;\na[i] = t;", ""));
  CHECK (!is_temporary ("t = i;\na[i] = t;", "x = t;"));
  CHECK (!is_temporary ("t = i;\na[i] = t;", "if (x)\n  t = 3;\ny = t;"));
  CHECK (!is_temporary ("x = 1;", ""));
}
