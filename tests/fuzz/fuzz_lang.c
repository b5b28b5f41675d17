/* libFuzzer: any text loads or is refused; what loads can be formatted, the formatted text loads
 * again, and formatting it once more changes nothing.
 *
 * `make fuzz` builds and runs it; tests/fuzz/lang.dict is its dictionary. What it finds is kept in
 * tests/fuzz/regressions/lang. */
#include "lang/errors.h"
#include "lang/lang.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
fail (const char *what, const rp_strbuf *text)
{
  fprintf (stderr, "%s:\n%s\n", what, rp_strbuf_text (text));
  abort ();
}

/* Refusing a text needs a reason, within the text. */
static void
check_diagnostics (const rp_program *program, const rp_source *source,
                   const rp_diagnostics *diagnostics)
{
  rp_strbuf nothing = { 0 };
  if ((program == NULL) != (diagnostics->list.count > 0))
    fail ("diagnostics and result disagree", &nothing);
  if (diagnostics->list.count > RP_MAX_ERRORS)
    fail ("too many diagnostics", &nothing);
  for (size_t i = 0; i < diagnostics->list.count; i++)
    {
      const rp_diagnostic *diagnostic = &diagnostics->list.items[i];
      if (diagnostic->at.line == 0 || diagnostic->at.end_line > source->line_count)
        fail ("a diagnostic outside the text", &nothing);
    }
}

/* Formats TEXT into OUT; false if it does not load. */
static bool
format (const char *text, size_t length, rp_strbuf *out)
{
  rp_source *source = rp_source_from_text ("fuzz.rp", text, length);
  rp_diagnostics diagnostics = { 0 };
  rp_program *program = rp_lang_load (source, &diagnostics);
  check_diagnostics (program, source, &diagnostics);
  bool loaded = program != NULL;
  if (loaded)
    rp_lang_format (program, out);
  rp_program_free (program);
  rp_diagnostics_clear (&diagnostics);
  rp_source_free (source);
  return loaded;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  rp_strbuf once = { 0 }, twice = { 0 };
  if (format ((const char *) data, size, &once))
    {
      if (!format (once.text, once.length, &twice))
        fail ("the formatted text does not load", &once);
      if (once.length != twice.length || memcmp (once.text, twice.text, once.length) != 0)
        fail ("formatting twice changes something", &once);
    }
  rp_strbuf_clear (&once);
  rp_strbuf_clear (&twice);
  return 0;
}
