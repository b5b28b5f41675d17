#include "advice/advice.h"

#include "advice/case.h"
#include "advice/fortran_text.h"
#include "base/strbuf.h"

#include <ctype.h>
#include <string.h>

/* A file of the program. Each file is read once. */
typedef struct known_file
{
  const char *name;
  rp_code *code;       /* NULL if it cannot be read or is too long, or is Fortran */
  rp_fortran *fortran; /* NULL if it cannot be read or is too long, or is C or C++ */
} known_file;

typedef struct reading
{
  rp_report *report;
  rp_sources *sources;
  RP_VEC (known_file) files;
} reading;

enum
{
  LARGEST_SOURCE = 4 << 20,
  MAX_FINDINGS = 256 /* later findings get no hints, because each one is compared with all others */
};

typedef enum language
{
  LANGUAGE_C,
  LANGUAGE_FORTRAN, /* Fortran in free form */
  LANGUAGE_FIXED    /* Fortran in fixed form */
} language;

/* Returns the language by the end of the file's name: .f, .for, .ftn, .fpp and .f77 are Fortran in fixed form; .f
 * and another digit, as in .f90, is Fortran in free form; all others are C. */
static language
language_of (const char *file)
{
  const char *dot = strrchr (file, '.');
  if (!dot || (dot[1] != 'f' && dot[1] != 'F'))
    return LANGUAGE_C;
  if (isdigit ((unsigned char) dot[2]))
    return strcmp (dot + 2, "77") ? LANGUAGE_FORTRAN : LANGUAGE_FIXED;
  return !dot[2] || strchr ("oOtTpP", dot[2]) ? LANGUAGE_FIXED : LANGUAGE_C;
}

static const known_file *
read_file (reading *advisor, const char *file)
{
  for (size_t i = 0; i < advisor->files.count; i++)
    if (!strcmp (advisor->files.items[i].name, file))
      return &advisor->files.items[i];
  known_file known = { .name = file };
  language what = language_of (file);
  const rp_source *source = rp_sources_find (advisor->sources, file);
  rp_arena *arena = &advisor->report->arena;
  bool is_read = source && source->length && source->length < LARGEST_SOURCE;
  if (is_read && what == LANGUAGE_C)
    {
      known.code = RP_NEW (arena, rp_code);
      rp_code_init (known.code, source);
    }
  else if (is_read)
    {
      known.fortran = RP_NEW (arena, rp_fortran);
      rp_fortran_read (known.fortran, arena, source, what == LANGUAGE_FIXED);
    }
  RP_VEC_PUSH (&advisor->files, known);
  return &advisor->files.items[advisor->files.count - 1];
}

static bool
is_variable (const rp_object_ref *object)
{
  return object->storage == RP_STORAGE_GLOBAL || object->storage == RP_STORAGE_LOCAL
         || object->storage == RP_STORAGE_STATIC;
}

/* Returns the name of the variable if TEXT names a variable or a part of it: "a" of "a", "a[3].x" and "a(4)%x".
 * NULL if TEXT has another form. */
static const char *
first_name (rp_arena *arena, const char *text)
{
  size_t length = 0;
  while (isalnum ((unsigned char) text[length]) || text[length] == '_')
    length++;
  if (!length || isdigit ((unsigned char) *text) || !strchr ("[.(%", text[length]))
    return NULL;
  return rp_arena_copy (arena, text, length);
}

/* Returns the texts of all fixes as one: "`reduction(+:sum)` on line 10, or `#pragma omp atomic` before line 12". */
static const char *
join_texts (rp_case *at)
{
  rp_strbuf text = { 0 };
  for (size_t i = 0; i < at->fixes.count; i++)
    rp_strbuf_format (&text, "%s%s", i ? ", or " : "", at->fixes.items[i].text);
  const char *kept = rp_arena_copy (&at->report->arena, text.text, text.length);
  rp_strbuf_clear (&text);
  return kept;
}

static void
advise (rp_case *at)
{
  bool has_section = at->earlier->section_count || at->later->section_count;
  if (has_section)
    rp_advise_sections (at);
  else if (at->finding->order)
    rp_advise_tasks (at);
  if (!at->fixes.count)
    rp_advise_barriers (at);
  if (!at->fixes.count && !has_section)
    rp_advise_data_sharing (at);
  if (!at->fixes.count && !has_section)
    rp_advise_atomics (at);
}

static void
look_at (reading *advisor, rp_finding *finding)
{
  rp_report *report = advisor->report;
  rp_case at = { .report = report,
                 .finding = finding,
                 .earlier = &finding->accesses[1],
                 .later = &finding->accesses[0],
                 .file = finding->accesses[0].at.file };
  if (!at.file || !at.earlier->at.file || strcmp (at.file, at.earlier->at.file))
    return;
  const known_file *file = read_file (advisor, at.file);
  at.code = file->code;
  if (!file->code && !file->fortran)
    return;
  if (is_variable (&finding->object))
    {
      at.base = first_name (&report->arena, finding->object.name);
      if (!at.base)
        return;
      at.variable = strcmp (at.base, finding->object.name) ? NULL : at.base;
    }
  if (file->fortran)
    rp_advise_fortran (&at, file->fortran);
  else
    advise (&at);
  if (at.fixes.count)
    {
      finding->help = join_texts (&at);
      finding->fix_count = (uint32_t) at.fixes.count;
      finding->fixes = rp_arena_alloc (&report->arena, at.fixes.count * sizeof *at.fixes.items);
      memcpy (finding->fixes, at.fixes.items, at.fixes.count * sizeof *at.fixes.items);
    }
  RP_VEC_CLEAR (&at.edits);
  RP_VEC_CLEAR (&at.fixes);
}

void
rp_advice_add (rp_report *report, rp_sources *sources)
{
  reading advisor = { .report = report, .sources = sources };
  for (size_t i = 0; report->openmp && i < report->findings.count && i < MAX_FINDINGS; i++)
    {
      rp_finding *finding = &report->findings.items[i];
      if (finding->rule == RP_RULE_RACE && finding->access_count == 2 && !finding->help)
        look_at (&advisor, finding);
    }
  for (size_t i = 0; i < advisor.files.count; i++)
    if (advisor.files.items[i].code)
      rp_code_clear (advisor.files.items[i].code);
  RP_VEC_CLEAR (&advisor.files);
}
