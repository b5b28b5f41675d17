#include "advice/update.h"
#include "base/strbuf.h"
#include "test.h"

#include <string.h>

/* BODY after a directive, in a function: the operator of a reduction of `sum`, or "". */
static const char *
reduction_of (const char *body)
{
  rp_strbuf text = { 0 };
  rp_strbuf_format (
    &text, "void f (void) {\n#pragma omp parallel for\nfor (i = 0; i < n; i++)\n{ %s }\n}", body);
  rp_source *source = rp_source_from_text ("f.c", text.text, text.length);
  rp_code code;
  rp_code_init (&code, source);
  const char *found = code.statements.count
                        ? rp_update_reduction (&code, rp_code_directive_at (&code, 2), "sum")
                        : NULL;
  rp_code_clear (&code);
  rp_source_free (source);
  rp_strbuf_clear (&text);
  return found ? found : "";
}

TEST (reductions)
{
  static const struct
  {
    const char *body, *sign;
  } rows[] = {
    { "sum += a[i];", "+" },
    { "sum -= f (x, y);", "+" },
    { "sum++;", "+" },
    { "--sum;", "+" },
    { "sum *= 2; /* sum */", "*" },
    { "sum |= x;", "|" },
    { "sum = sum + a * b;", "+" },
    { "sum = sum - a + b;", "+" },
    { "sum = sum * a;", "*" },
    { "sum = (sum + p->x);", "+" },
    { "sum = a * b + sum;", "+" },
    { "sum = sum && a;", "&&" },
    { "sum = a == b || sum;", "||" },
    { "if (x) sum += 1; else { sum -= 2; }", "+" },
    { "while (x) sum++;", "+" },
    { "if (a[i] > sum) sum = a[i];", "max" },
    { "if (sum < a[i]) { sum = a[i]; }", "max" },
    { "if (a[i] <= sum) sum = a[i];", "min" },
    { "sum = a[i] > sum ? a[i] : sum;", "max" },
    { "sum = (sum > a[i]) ? sum : a[i];", "max" },
    { "sum = sum < a[i] ? sum : a[i];", "min" },
    { "sum = fmax (sum, a[i]);", "max" },
    { "sum = std::min (b * 2, sum);", "min" },
    /* the value is used, or the operators do not suit */
    { "sum += sum;", "" },
    { "sum += x; b = sum;", "" },
    { "sum += x; sum *= x;", "" },
    { "b = sum++;", "" },
    { "if (x) sum = x;", "" },
    { "sum = x;", "" },
    { "sum == x;", "" },
    { "sum = sum * a + b;", "" },
    { "sum = sum * a / b;", "" },
    { "sum = a - sum;", "" },
    { "sum = a / b * sum;", "" },
    { "sum = sum + a & b;", "" },
    { "sum = sum + a ? b : c;", "" },
    { "sum /= 2;", "" },
    { "sum <<= 2;", "" },
    { "sum[i] += 2;", "" },
    { "p.sum += 2;", "" },
    { "summary += 2;", "" },
    { "f (\"sum += 1;\");", "" },
    { "sum += 2", "" },
    { "if (a[i] > sum) sum = a[i] + 1;", "" },
    { "if (a[i] > sum) sum = b[i];", "" },
    { "if (a[i] > sum) { sum = a[i]; k = i; }", "" },
    { "if (a[i] > sum) sum = a[i]; else b = 1;", "" },
    { "if (next () > sum) sum = next ();", "" },
    { "sum = a[i] > sum ? sum : a[i] + 1;", "" },
    { "sum = fmax (sum, sum);", "" },
    { "sum = fmax (a[i], b[i]);", "" },
    { "a[sum]++;", "" },
    { "for (sum = 0; sum < 3; sum++) x ();", "" },
    { "\n#pragma omp simd reduction(+:sum)\nfor (;;) sum += 1;", "" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!CHECK_STR (reduction_of (rows[i].body), rows[i].sign))
      test_note ("%s", rows[i].body);
}

static rp_access_form
form_of (const char *statement, const char *name)
{
  rp_strbuf text = { 0 };
  rp_strbuf_format (&text, "void f (void)\n{\n%s\n}", statement);
  rp_source *source = rp_source_from_text ("f.c", text.text, text.length);
  rp_code code;
  rp_code_init (&code, source);
  uint32_t found = rp_code_statement_at (&code, 3, 0, NULL);
  rp_access_form form
    = found == RP_NO_STATEMENT ? RP_FORM_OTHER : rp_update_form (&code, found, name);
  rp_code_clear (&code);
  rp_source_free (source);
  rp_strbuf_clear (&text);
  return form;
}

TEST (forms)
{
  CHECK_INT (form_of ("a[b[i]]++;", "a"), RP_FORM_UPDATE);
  CHECK_INT (form_of ("++a[3].x;", "a"), RP_FORM_UPDATE);
  CHECK_INT (form_of ("a->n[1] += b * c;", "a"), RP_FORM_UPDATE);
  CHECK_INT (form_of ("a = a + b;", "a"), RP_FORM_UPDATE);
  CHECK_INT (form_of ("a = b * a;", "a"), RP_FORM_UPDATE);
  CHECK_INT (form_of ("a /= 2;", "a"), RP_FORM_UPDATE);
  CHECK_INT (form_of ("a = b + 1;", "a"), RP_FORM_WRITE);
  CHECK_INT (form_of ("a[i] = 3;", "a"), RP_FORM_WRITE);
  CHECK_INT (form_of ("v = a;", "a"), RP_FORM_READ);
  CHECK_INT (form_of ("v[i] = a[j];", "a"), RP_FORM_READ);
  CHECK_INT (form_of ("a[i] = a[i - 1] + 1;", "a"), RP_FORM_OTHER);
  CHECK_INT (form_of ("a[i] += a[i - 1];", "a"), RP_FORM_OTHER);
  CHECK_INT (form_of ("a = a + b + c;", "a"), RP_FORM_OTHER);
  CHECK_INT (form_of ("b = a[i]++;", "a"), RP_FORM_OTHER);
  CHECK_INT (form_of ("v = a + 1;", "a"), RP_FORM_OTHER);
  CHECK_INT (form_of ("v = -a;", "a"), RP_FORM_OTHER);
  CHECK_INT (form_of ("a = f ();", "a"), RP_FORM_OTHER);
  CHECK_INT (form_of ("a = b = 1;", "a"), RP_FORM_OTHER);
  CHECK_INT (form_of ("int v = a;", "a"), RP_FORM_OTHER);
  CHECK_INT (form_of ("a[b[i]]++;", "b"), RP_FORM_OTHER);
}
