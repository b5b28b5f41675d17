#include "inside/writer/object_files.h"

#include "base/map.h"
#include "base/strbuf.h"
#include "inside/engine/engine.h"
#include "inside/engine/simd.h"
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"
#include "inside/library/imports.h"
#include "inside/library/linked.h"

#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  MAX_NAMES = 3 /* how many names of files one remark has */
};

static rp_map bodies;

void
rp_units_body (uintptr_t function)
{
  static uintptr_t last;
  if (function == last || !function)
    return;
  last = function;
  int outer = rp_inside_begin_nested ();
  *rp_map_insert (&bodies, function, NULL) = 1;
  rp_inside_end_nested (outer);
}

/* Names of files for a remark: the first few, and how many there are. */
typedef struct name_list
{
  rp_strbuf text;
  size_t count;
} name_list;

static void
add_name (name_list *list, const char *name)
{
  list->count++;
  if (list->count <= MAX_NAMES)
    rp_strbuf_format (&list->text, "%s%s", list->count > 1 ? ", " : "", name);
}

/* One module of the program. */
typedef struct module
{
  const char *path;
  uintptr_t bias, low, high;
  bool is_program;
} module;

typedef struct symbol_table
{
  const ElfW (Sym) *symbols;
  const char *names;
  size_t count, locals, size; /* count of symbols, and of the local ones, which come first; bytes of names */
} symbol_table;

/* Facts about all object files of the program. */
typedef struct survey survey;
struct survey
{
  void (*symbols) (survey *s, const module *m, const symbol_table *table); /* called for each symbol table */
  name_list partial, by_hand, unseen_bodies, unknown; /* files, as end_group assigns them */
  char compiler[64]; /* the compiler of the partial files, by the first note; "" if there is no note */
  bool is_optimised, is_bare;
};

/* ---- notes ---- */

static void
read_notes (survey *s, const char *at, size_t size)
{
  const char *end = at + size;
  while ((size_t) (end - at) > sizeof (ElfW (Nhdr)))
    {
      const ElfW (Nhdr) *note = (const void *) at;
      const char *name = at + sizeof *note, *text = name + ((note->n_namesz + 3) & ~3u);
      at = text + ((note->n_descsz + 3) & ~3u);
      if (at > end || at < text)
        return;
      if (note->n_namesz != sizeof "raceproof" || memcmp (name, "raceproof", sizeof "raceproof") || *s->compiler)
        continue;
      size_t length = strnlen (text, note->n_descsz), version = length;
      for (size_t i = strlen ("clang "); i < length && version == length; i++)
        if (text[i] == ' ')
          version = i;
      version = version < sizeof s->compiler ? version : sizeof s->compiler - 1;
      memcpy (s->compiler, text, version);
      s->compiler[version] = '\0';
    }
}

/* ---- symbols ---- */

/* A summary of the local symbols of one object file. In the table they follow the name of the file. */
typedef struct group
{
  const char *file;
  bool is_unit, is_sanitized, has_body;
  uint64_t value;
} group;

static const char *
base_name (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

/* Returns whether NAME is a file that compilers add to every program. */
static bool
is_start_file (const char *name)
{
  static const char *const names[] = { "crt1.o",     "Scrt1.o",    "gcrt1.o",   "grcrt1.o",       "rcrt1.o", "Mcrt1.o", "crti.o",
                                       "crtn.o",     "crtbegin.o", "crtend.o",  "crtbeginS.o",    "crtendS.o",
                                       "crtstuff.c", "init.c",     "atexit.c",  "offloadstuff.c", "elf-init.c" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp (name, names[i]))
      return true;
  return false;
}

/* Adds what the symbols of one object file show to the survey. The file goes into at most one list. A file without a
 * name, as the link-time optimizer makes of several files, goes into none. */
static void
end_group (survey *s, const group *g)
{
  if (g->is_unit && g->value & RP_UNIT_OPTIMISED)
    s->is_optimised = true;
  if (g->is_unit && g->value & RP_UNIT_BARE)
    s->is_bare = true;
  if (!g->file || !*g->file)
    return;
  if (g->is_unit && g->value & RP_UNIT_PARTIAL)
    add_name (&s->partial, g->file);
  else if (!g->is_unit && g->has_body)
    add_name (&s->unseen_bodies, g->file);
  else if (!g->is_unit && g->is_sanitized)
    add_name (&s->by_hand, g->file);
  else if (!g->is_unit && !is_start_file (g->file))
    add_name (&s->unknown, g->file);
}

/* Returns whether NAME is the constructor that calls __tsan_init. */
static bool
is_sanitizers_constructor (const char *name)
{
  return !strncmp (name, "_sub_I_00099_", 13) || !strcmp (name, "tsan.module_ctor");
}

static void
read_symbols (survey *s, const module *m, const symbol_table *table)
{
  group g = { 0 };
  for (size_t i = 0; i < table->locals && i < table->count; i++)
    {
      const ElfW (Sym) *symbol = &table->symbols[i];
      const char *name = symbol->st_name < table->size ? table->names + symbol->st_name : "";
      unsigned type = symbol->st_info & 15;
      if (type == STT_FILE)
        {
          end_group (s, &g);
          g = (group) { .file = base_name (name) };
        }
      else if (!strcmp (name, RP_UNIT_SYMBOL))
        {
          g.is_unit = true;
          g.value |= symbol->st_value;
        }
      else if (type == STT_FUNC && is_sanitizers_constructor (name))
        g.is_sanitized = true;
      else if (type == STT_FUNC && symbol->st_shndx && rp_map_find (&bodies, m->bias + symbol->st_value))
        g.has_body = true;
    }
  end_group (s, &g);
}

/* Returns the section of TYPE; NULL if the file has none, or is malformed. */
static const ElfW (Shdr) *
find_section (const char *bytes, size_t size, uint32_t type)
{
  const ElfW (Ehdr) *header = (const void *) bytes;
  if (size < sizeof *header || header->e_shoff > size
      || (size - header->e_shoff) / sizeof (ElfW (Shdr)) < header->e_shnum)
    return NULL;
  const ElfW (Shdr) *sections = (const void *) (bytes + header->e_shoff);
  for (size_t i = 0; i < header->e_shnum; i++)
    if (sections[i].sh_type == type && sections[i].sh_link < header->e_shnum)
      {
        const ElfW (Shdr) *names = &sections[sections[i].sh_link];
        bool is_inside = sections[i].sh_offset <= size && size - sections[i].sh_offset >= sections[i].sh_size
                         && names->sh_offset <= size && size - names->sh_offset >= names->sh_size;
        return is_inside ? &sections[i] : NULL;
      }
  return NULL;
}

static bool
find_table (const char *bytes, size_t size, uint32_t type, symbol_table *table)
{
  const ElfW (Shdr) *section = find_section (bytes, size, type);
  if (!section)
    return false;
  const ElfW (Ehdr) *header = (const void *) bytes;
  const ElfW (Shdr) *names = (const ElfW (Shdr) *) (bytes + header->e_shoff) + section->sh_link;
  *table = (symbol_table) { .symbols = (const void *) (bytes + section->sh_offset),
                            .names = bytes + names->sh_offset,
                            .count = section->sh_size / sizeof (ElfW (Sym)),
                            .locals = section->sh_info,
                            .size = names->sh_size };
  return table->size && !table->names[table->size - 1];
}

static void
add_linked (const char *name, void *list)
{
  add_name (list, name);
}

/* Routines of known libraries that are linked statically. rp_units_start finds them once, so the processes that
 * exploration forks need not look for them. */
static name_list linked;

static void
read_linked (survey *s, const module *m, const symbol_table *table)
{
  (void) s;
  if (m->is_program)
    rp_linked_routines (table->symbols, table->count, table->names, table->size, m->bias, add_linked, &linked);
}

static bool
is_instrumented (const symbol_table *table)
{
  for (size_t i = 0; i < table->count; i++)
    if (table->symbols[i].st_name < table->size && !strncmp (table->names + table->symbols[i].st_name, "__tsan_", 7))
      return true;
  return false;
}

static void
read_file (survey *s, const module *m, const char *bytes, size_t size, bool has_body)
{
  symbol_table table;
  if (find_table (bytes, size, SHT_SYMTAB, &table))
    s->symbols (s, m, &table);
  /* a library without a full symbol table: its dynamic symbols show whether it calls our functions */
  else if (has_body && !m->is_program && find_table (bytes, size, SHT_DYNSYM, &table) && !is_instrumented (&table))
    add_name (&s->unseen_bodies, base_name (m->path));
}

static bool
has_body_in (const module *m)
{
  for (size_t i = 0; i < bodies.capacity; i++)
    if (bodies.used[i] && bodies.entries[i].key - m->low < m->high - m->low)
      return true;
  return false;
}

static void
read_module (survey *s, const module *m)
{
  struct stat info;
  bool has_body = has_body_in (m);
  if (!m->is_program && !has_body)
    return;
  int fd = RP_REAL (open) (m->path, O_RDONLY | O_CLOEXEC);
  if (fd >= 0 && fstat (fd, &info) == 0 && info.st_size > 0)
    {
      size_t size = (size_t) info.st_size;
      void *bytes = RP_REAL (mmap) (NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (bytes != MAP_FAILED)
        {
          read_file (s, m, bytes, size, has_body);
          munmap (bytes, size);
        }
    }
  if (fd >= 0)
    RP_REAL (close) (fd);
}

static int
look_at (struct dl_phdr_info *info, size_t size, void *context)
{
  survey *s = context;
  bool is_program = !info->dlpi_name || !*info->dlpi_name;
  module m = { .path = is_program ? "/proc/self/exe" : info->dlpi_name,
               .bias = info->dlpi_addr,
               .low = UINTPTR_MAX,
               .is_program = is_program };
  (void) size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *part = &info->dlpi_phdr[i];
      uintptr_t begin = info->dlpi_addr + part->p_vaddr, end = begin + part->p_memsz;
      if (part->p_type == PT_NOTE && part->p_align <= 4)
        read_notes (s, (const char *) begin, part->p_memsz);
      else if (part->p_type == PT_LOAD)
        {
          m.low = begin < m.low ? begin : m.low;
          m.high = end > m.high ? end : m.high;
        }
    }
  read_module (s, &m);
  return 0;
}

/* ---- remarks ---- */

/* Adds the names of LIST to TEXT: "a.c, b.c, c.c and 3 more were"; for an empty list, "a part of the program
 * was". */
static void
add_names (rp_strbuf *text, const name_list *list)
{
  rp_strbuf_add (text, list->count ? rp_strbuf_text (&list->text) : "a part of the program");
  if (list->count > MAX_NAMES)
    rp_strbuf_format (text, " and %zu more", list->count - MAX_NAMES);
  rp_strbuf_add (text, list->count > 1 ? " were" : " was");
}

static void
remark (rp_remark kind, rp_strbuf *text)
{
  rp_monitor_remark (kind, text->text); /* the text stays in memory */
  *text = (rp_strbuf) { 0 };
}

static bool has_code;

void
rp_units_start (bool has_code_on_stack)
{
  has_code = has_code_on_stack;
  dl_iterate_phdr (look_at, &(survey) { .symbols = read_linked });
}

static bool
has_explicit_task (void)
{
  const rp_task_table *tasks = rp_runtime_tasks (rp_engine_now.runtime);
  for (size_t i = 0; i < tasks->rows.count; i++)
    if (tasks->rows.items[i].kind == RP_TASK_EXPLICIT || tasks->rows.items[i].kind == RP_TASK_TASKLOOP)
      return true;
  return false;
}

void
rp_units_remark (void)
{
  survey s = { .symbols = read_symbols };
  rp_strbuf text = { 0 };
  dl_iterate_phdr (look_at, &s);
  if (s.partial.count || *s.compiler)
    {
      add_names (&text, &s.partial);
      rp_strbuf_format (&text,
                        " compiled by %s, for which raceproof has no plug-in: some accesses, and single "
                        "iterations of OpenMP loops, were not seen",
                        *s.compiler ? s.compiler : "a compiler");
      remark (RP_REMARK_UNSEEN, &text);
    }
  if (s.by_hand.count)
    {
      add_names (&text, &s.by_hand);
      rp_strbuf_add (&text, " compiled with -fsanitize=thread, but not by raceproof cc: not all accesses were seen");
      remark (RP_REMARK_UNSEEN, &text);
    }
  if (s.unseen_bodies.count)
    {
      rp_strbuf_add (&text, "OpenMP code of ");
      add_names (&text, &s.unseen_bodies);
      rp_strbuf_add (&text, " executed that raceproof cc did not compile: what it accessed was not seen");
      remark (RP_REMARK_UNSEEN, &text);
    }
  if (s.is_optimised)
    rp_monitor_remark (RP_REMARK_LIMIT, "the code as optimised: accesses that the compiler removed are not judged");
  if (s.is_bare && has_explicit_task ())
    rp_monitor_remark (RP_REMARK_LIMIT, "gcc without raceproof's plug-in: shared scalars that a task only reads were read by "
                                        "the task's creator, and a race with such a read is not seen");
  if (s.is_bare && rp_simd_was_met ())
    rp_monitor_remark (RP_REMARK_UNSEEN, "gcc without raceproof's plug-in: local variables that the iterations of a simd "
                                         "loop share were not seen");
  if (s.is_bare && has_code)
    rp_monitor_warn (
      "gcc without raceproof's plug-in, and code on the stack, as for gcc's nested functions: "
      "what such a function does to a variable of the function around it was checked only if the "
      "program takes the address of the variable");
  if (s.unknown.count)
    {
      add_names (&text, &s.unknown);
      rp_strbuf_add (&text, " not compiled by raceproof cc: what is read and written there is not seen");
      remark (RP_REMARK_LIMIT, &text);
    }
  if (linked.count)
    {
      add_names (&text, &linked);
      rp_strbuf_add (&text, " linked statically, from a library that raceproof cc did not compile: what is read and "
                            "written there is not seen");
      remark (RP_REMARK_LIMIT, &text);
    }
  rp_imports_remark ();
  rp_strbuf_clear (&s.partial.text);
  rp_strbuf_clear (&s.by_hand.text);
  rp_strbuf_clear (&s.unseen_bodies.text);
  rp_strbuf_clear (&s.unknown.text);
}
