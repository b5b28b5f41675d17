/* Text to checked program: lex, parse, check. The parser runs even after errors of the lexer; the check runs only if
 * there were no errors. */
#include "base/panic.h"
#include "lang/check.h"
#include "lang/errors.h"
#include "lang/lang.h"
#include "lang/lex.h"
#include "lang/parse.h"
#include "lang/words.h"

#include <stdlib.h>

rp_program *
rp_lang_load (const rp_source *source, rp_diagnostics *diagnostics)
{
  rp_program *program = rp_calloc (1, sizeof *program);
  program->source = source;
  rp_errors errors;
  rp_errors_init (&errors, source, diagnostics);
  rp_word_list words = { .arena = &program->arena };
  rp_tokens tokens = { 0 };
  rp_tokens_read (&tokens, source, &errors);
  rp_parse (program, &tokens, &words, &errors);
  rp_tokens_clear (&tokens);
  if (errors.count == 0)
    rp_check (program, &words, &errors);
  rp_words_clear (&words);
  rp_errors_sort (&errors);
  if (errors.count == 0)
    return program;
  rp_program_free (program);
  return NULL;
}

void
rp_program_free (rp_program *program)
{
  if (!program)
    return;
  rp_arena_clear (&program->arena);
  free (program);
}
