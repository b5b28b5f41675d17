/* Copies the preprocessed text, with marks (pragma.h) in place of directives. */
#include "prove/c/reader/pragma.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Returns the text behind `# pragma omp' if P begins with that; else NULL. */
static const char *
after_omp (const char *p)
{
  p = rp_c_skip_space (p);
  if (*p != '#')
    return NULL;
  p = rp_c_skip_space (p + 1);
  if (strncmp (p, "pragma", 6) || rp_c_is_letter (p[6]))
    return NULL;
  p = rp_c_skip_space (p + 6);
  return !strncmp (p, "omp", 3) && !rp_c_is_letter (p[3]) ? p + 3 : NULL;
}

/* Whether the line is a pragma that may make two names mean one object: #pragma weak, with or without a second
 * name, or #pragma redefine_extname a b. */
static bool
is_renaming (const char *line)
{
  const char *p = rp_c_skip_space (line);
  if (*p != '#')
    return false;
  p = rp_c_skip_space (p + 1);
  if (strncmp (p, "pragma", 6))
    return false;
  p = rp_c_skip_space (p + 6);
  return !strncmp (p, "weak", 4) || !strncmp (p, "redefine_extname", 16);
}

/* The place in a source file that the current line of the preprocessed text comes from, and the number of open
 * braces. */
typedef struct position
{
  rp_place at;
  int depth;
} position;

/* Reads a line marker, such as # 12 "file.c" 2, into NEXT. Returns false if the line is no line marker. */
static bool
read_marker (rp_arena *arena, const char *line, size_t length, rp_place *next)
{
  char *name;
  if (length < 3 || line[0] != '#' || line[1] != ' ' || !isdigit ((unsigned char) line[2]))
    return false;
  unsigned long number = strtoul (line + 2, &name, 10);
  const char *begin = memchr (line, '"', length);
  const char *end = begin ? memchr (begin + 1, '"', length - (size_t) (begin + 1 - line)) : NULL;
  next->line = (uint32_t) number;
  if (end)
    next->file = rp_arena_copy (arena, begin + 1, (size_t) (end - begin - 1));
  return true;
}

static void
pass_line (rp_arena *arena, const char *line, size_t length, position *here)
{
  if (read_marker (arena, line, length, &here->at))
    return;
  here->at.line++;
  for (size_t i = 0; i < length && line[0] != '#'; i++)
    {
      char quote = line[i];
      if (quote == '"' || quote == '\'')
        for (i++; i < length && line[i] != quote; i++)
          i += line[i] == '\\';
      here->depth += quote == '{';
      here->depth -= quote == '}';
    }
}

/* Whether the directive at P, which is behind `#pragma omp', is unknown and outside of functions, where no mark can be
 * put. If so, adds it to PROGRAM->strays. */
static bool
is_stray (rp_c_program *program, const char *p, const position *here)
{
  const char *begin = p = rp_c_skip_space (p);
  while (rp_c_is_letter (*p))
    p++;
  const char *name = rp_arena_copy (&program->arena, begin, (size_t) (p - begin));
  if (here->depth > 0 || rp_c_is_directive_word (name))
    return false;
  rp_c_stray stray = { name, here->at };
  stray.at.column = stray.at.end_column = 1;
  stray.at.end_line = stray.at.line;
  if (stray.at.file && !strcmp (stray.at.file, program->path))
    stray.at.file = program->path;
  RP_VEC_PUSH (&program->strays, stray);
  return true;
}

/* If the directive at P is `declare variant` or `begin declare variant`, records that in PROGRAM->odd: a call of a
 * function that has a variant may call the variant instead. Leaves out variants for other devices, and variants in
 * <omp.h>. */
static void
note_variant (rp_c_program *program, const char *p, size_t length, const position *here)
{
  static const char *const others[] = { "nvptx", "amdgcn", "nohost", "gpu" };
  const char *line = rp_arena_copy (&program->arena, p, length);
  const char *file = here->at.file ? strrchr (here->at.file, '/') : NULL;
  if (file && !strcmp (file, "/omp.h"))
    return;
  if (strncmp (line, "declare variant", 15) && strncmp (line, "begin declare variant", 21))
    return;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strstr (line, others[i]))
      return;
  program->odd = "declare variant";
  program->odd_at = here->at;
}

void
rp_c_mark_directives (rp_c_program *program, const char *text, rp_strbuf *marked,
                      rp_strbuf *threadprivate)
{
  bool is_variant = false;
  position here = { .at = { .file = program->path, .line = 1 } };
  while (*text)
    {
      size_t length = strcspn (text, "\n");
      const char *behind = after_omp (text);
      if (behind && behind <= text + length)
        {
          /* the functions between `begin declare variant' and its end are left out; note_variant has recorded the
           * variant in PROGRAM->odd, if it matters */
          behind = rp_c_skip_space (behind);
          note_variant (program, behind, length - (size_t) (behind - text), &here);
          is_variant |= !strncmp (behind, "begin declare variant", 21);
          is_variant &= strncmp (behind, "end declare variant", 19) != 0;
        }
      if (is_renaming (text))
        {
          program->odd = "a pragma that makes two names mean the same";
          program->odd_at = (rp_place) { .file = program->path };
        }
      if (is_variant)
        ;
      else if (behind && behind <= text + length && is_stray (program, behind, &here))
        ;
      else if (behind && behind <= text + length)
        rp_c_mark_directive (program, behind, text + length, marked, threadprivate);
      else
        rp_strbuf_add_bytes (marked, text, length);
      pass_line (&program->arena, text, length, &here);
      text += length;
      if (*text)
        {
          rp_strbuf_add_char (marked, '\n');
          text++;
        }
    }
}
