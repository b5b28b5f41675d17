/* The standard layout: each row is a text and what becomes of it; the result does not change when
 * it is formatted again. */
#include "lang/lang.h"
#include "test.h"

#include <string.h>

static void
format (const char *text, rp_strbuf *out)
{
  rp_source *source = rp_source_from_text ("test.rp", text, strlen (text));
  rp_diagnostics diagnostics = { 0 };
  rp_program *program = rp_lang_load (source, &diagnostics);
  if (CHECK (program != NULL))
    rp_lang_format (program, out);
  else
    test_note ("%s: %s", text, diagnostics.list.items[0].message);
  rp_program_free (program);
  rp_diagnostics_clear (&diagnostics);
  rp_source_free (source);
}

static void
check_format (const char *text, const char *wanted)
{
  rp_strbuf once = { 0 }, twice = { 0 };
  format (text, &once);
  CHECK_STR (rp_strbuf_text (&once), wanted);
  format (wanted, &twice);
  CHECK_STR (rp_strbuf_text (&twice), wanted);
  rp_strbuf_clear (&once);
  rp_strbuf_clear (&twice);
}

TEST (spaces)
{
  static const char *const rows[][2] = {
    { "x=1;", "x = 1;\n" },
    { "x = a+b*c ;", "x = a + b * c;\n" },
    { "x=- -a+!b;", "x = --a + !b;\n" },
    { "x = a<-1;", "x = a < -1;\n" },
    { "x=f ( 1,g( ) );", "x = f(1, g());\n" },
    { "a[ i - 1 ] [2*i]=b[i+1] - 1;", "a[i-1][2*i] = b[i+1] - 1;\n" },
    { "a[i- -1]=*;", "a[i - -1] = *;\n" },
    { "a[i / *] = a[* -1];", "a[i / *] = a[* - 1];\n" },
    { "x=c?a:b;", "x = c ? a : b;\n" },
    { "get ( f ) ;", "get(f);\n" },
    { "S0 :x=1;", "S0: x = 1;\n" },
    { "if(x)y=1;", "if (x) y = 1;\n" },
    { "for(i in 0 .. n - 1 step-2)skip;", "for (i in 0..n-1 step -2) skip;\n" },
    { "return;return -1;", "return;\nreturn -1;\n" },
    { "param n>=- 1,m;skip;", "param n >= -1, m;\nskip;\n" },
    { "var a[2] [n+1]=0;param n;skip;", "var a[2][n+1] = 0;\nparam n;\nskip;\n" },
    { "proc p ( a,b ){return a;}skip;", "proc p(a, b) { return a; }\nskip;\n" },
    { "proc p(){} post r<-p()pass{a,b}reads{ }writes{x}handle v{x=v;};",
      "proc p() { }\npost r <- p() pass {a, b} reads {} writes {x} handle v { x = v; };\n" },
    { "isolated(x,a)x=1;", "isolated (x, a) x = 1;\n" },
    { "isolated commutes(x,a)x=1;", "isolated commutes (x, a) x = 1;\n" },
    { "isolated commutes{x=1;}", "isolated commutes { x = 1; }\n" },
    { "isolated  commutes=1;", "isolated commutes = 1;\n" },
    { "observe x+1;observe(1);", "observe x + 1;\nobserve(1);\n" },
    { "async phased(p:signal,q)next ;", "async phased (p: signal, q) next;\n" },
    { "async phased(p[a?1:2]:wait)skip;", "async phased (p[a ? 1 : 2]: wait) skip;\n" },
    { "actor a (m){send a (m-1);}", "actor a(m) { send a(m - 1); }\n" },
    { "x = 0X1f + true;", "x = 0X1f + true;\n" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    check_format (rows[i][0], rows[i][1]);
}

TEST (blocks)
{
  static const char *const rows[][2] = {
    { "{\n}", "{ }\n" },
    { "finish{x=1;}", "finish { x = 1; }\n" },
    { "finish{\nx=1;}", "finish {\n  x = 1;\n}\n" },
    { "finish\n{\nasync\nx=1;\n}", "finish {\n  async\n    x = 1;\n}\n" },
    { "if(x){\ny=1;}\nelse\n{\ny=2;}", "if (x) {\n  y = 1;\n} else {\n  y = 2;\n}\n" },
    { "if(x)y=1;\nelse if(z)y=2;else\ny=3;", "if (x) y = 1;\nelse if (z) y = 2; else\n  y = 3;\n" },
    { "if(x)y=1;else\nif(z)y=2;", "if (x) y = 1; else if (z) y = 2;\n" },
    { "future f=async{\nreturn 1;\n};", "future f = async {\n  return 1;\n};\n" },
    { "{ aaaaaaaaaaaaaaaaaaaa = 1; bbbbbbbbbbbbbbbbbbbbbbb = 2; ccccccc = 3; }",
      "{\n  aaaaaaaaaaaaaaaaaaaa = 1;\n  bbbbbbbbbbbbbbbbbbbbbbb = 2;\n  ccccccc = 3;\n}\n" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    check_format (rows[i][0], rows[i][1]);
}

TEST (blank_lines)
{
  static const char *const rows[][2] = {
    { "\n\nx=1;\n\n\n\ny=2;\nz=3;\n\n", "x = 1;\n\ny = 2;\nz = 3;\n" },
    { "{\n\nx=1;\n\n}", "{\n  x = 1;\n}\n" },
    { "x=1\n\n+2;", "x = 1 + 2;\n" },
    { "x=1;\n\n\n// c\n\n\ny=2;", "x = 1;\n\n// c\n\ny = 2;\n" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    check_format (rows[i][0], rows[i][1]);
}

TEST (comments)
{
  static const char *const rows[][2] = {
    { "// a\n/* b */x=1;//c  \n// d", "// a\n/* b */ x = 1; //c\n// d\n" },
    { "x=/* a */1+// b\n2;", "x = /* a */ 1 + // b\n    2;\n" },
    { "{// a\nx=1;\n// b\n}", "{ // a\n  x = 1;\n  // b\n}\n" },
    { "{\n// a\n}", "{\n  // a\n}\n" },
    { "if(x)// a\n{y=1;}// b\nelse{y=2;}", "if (x) // a\n{ y = 1; } // b\nelse { y = 2; }\n" },
    { "if(x)// a\ny=1;", "if (x) // a\n  y = 1;\n" },
    { "f(a,// a\nb);", "f(a, // a\n    b);\n" },
    { "{\n/* a\n   b */\nx=1;}", "{\n  /* a\n   b */\n  x = 1;\n}\n" },
    { "x = 1; /* a */ y = 2;", "x = 1; /* a */\ny = 2;\n" },
    { "S0:// a\nx=1;", "S0: // a\n    x = 1;\n" },
    { "x = 1; // expect: race x 1 2\r\ny = 2;\r\n", "x = 1; // expect: race x 1 2\ny = 2;\n" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    check_format (rows[i][0], rows[i][1]);
}

TEST (long_statements_are_broken)
{
  check_format ("{\nresult = first_long_function_name(1) + second_long_function_name(2) + "
                "third_long_function_name(3) + fourth_long_function_name(4);\n}",
                "{\n  result = first_long_function_name(1) + second_long_function_name(2) + "
                "third_long_function_name(3)\n      + fourth_long_function_name(4);\n}\n");
}

TEST (deep_programs_can_be_formatted)
{
  rp_strbuf text = { 0 }, once = { 0 }, twice = { 0 };
  rp_strbuf_repeat (&text, "{\n", 990);
  rp_strbuf_add (&text, "x = 1;");
  rp_strbuf_repeat (&text, "}", 990);
  format (rp_strbuf_text (&text), &once);
  format (rp_strbuf_text (&once), &twice);
  CHECK (once.length > 990 * 990 && strcmp (once.text, twice.text) == 0);
  rp_strbuf_clear (&text);
  rp_strbuf_clear (&once);
  rp_strbuf_clear (&twice);
}

/* Any line break or comment between any two tokens: none is lost, and the layout is stable. */
TEST (random_layouts)
{
  static const char *const tokens[]
    = { "param",  "n", ">=",   "1", ";",    "proc", "p",      "(",      "a",      ")",     "{",
        "if",     "(", "a",    ")", "{",    "x",    "=",      "b",      "[",      "a",     "-",
        "1",      "]", ";",    "}", "else", "if",   "(",      "*",      ")",      "skip",  ";",
        "else",   "{", "}",    "}", "S0",   ":",    "for",    "(",      "i",      "in",    "0",
        "..",     "n", "step", "-", "2",    ")",    "async",  "phased", "(",      "q",     ":",
        "wait",   ")", "next", ";", "post", "r",    "<-",     "p",      "(",      "1",     "/",
        "*",      ")", "pass", "{", "s",    ",",    "t",      "}",      "handle", "v",     "{",
        "y",      "=", "v",    ";", "}",    ";",    "future", "f",      "=",      "async", "{",
        "return", "1", ";",    "}", "get",  "(",    "f",      ")",      ";" };
  static const char *const gaps[]
    = { " ",           "\n",      "\n\n\n",   " /* c */ ",    " /* c\n */",
        "\n/* c */\n", " // c\n", "\n// c\n", "\n\n// c\n\n", " /* c *//* c */" };
  uint32_t random = 1;
  bool good = true;
  for (int round = 0; good && round < 500; round++)
    {
      rp_strbuf text = { 0 }, once = { 0 }, twice = { 0 };
      size_t comments = 0, kept = 0;
      for (size_t i = 0; i < sizeof tokens / sizeof tokens[0]; i++)
        {
          random = random * 1664525u + 1013904223u;
          bool plain = (random >> 8) % 100 < (uint32_t) round % 100;
          const char *gap = gaps[plain ? 0 : (random >> 16) % (sizeof gaps / sizeof gaps[0])];
          for (const char *c = gap; *c; c++)
            comments += *c == 'c';
          rp_strbuf_add (&text, gap);
          rp_strbuf_add (&text, tokens[i]);
        }
      format (rp_strbuf_text (&text), &once);
      format (rp_strbuf_text (&once), &twice);
      for (const char *c = rp_strbuf_text (&once); *c; c++)
        kept += *c == 'c' && c[-1] == ' ';
      good
        = CHECK_STR (rp_strbuf_text (&twice), rp_strbuf_text (&once)) && CHECK_INT (kept, comments);
      if (!good)
        test_note ("round %d: %s", round, rp_strbuf_text (&text));
      rp_strbuf_clear (&text);
      rp_strbuf_clear (&once);
      rp_strbuf_clear (&twice);
    }
}
