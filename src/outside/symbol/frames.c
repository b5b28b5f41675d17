/* From a program counter to frames. One address may be in several functions: the compiler inlined the first function
 * into the second one, that one into the third, and so on. DWARF describes these functions by nested DIEs. The first,
 * innermost function gets its place from the line table; each other function gets the place of the call inside it. */
#include "outside/symbol/internal.h"

#include <dwarf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct frame_walk
{
  rp_symbols *symbols;
  Dwfl_Module *module;
  RP_VEC (rp_symbol_frame) frames;
  const char *unit_directory;
} frame_walk;

/* Returns LINE, or the nearest entry before LINE that has a line number: after optimisation, some instructions
 * belong to no line. Sets *NUMBER to the line number, or to 0 if there is none. */
static Dwarf_Line *
numbered_line (Dwarf_Die *unit, Dwarf_Line *line, int *number)
{
  Dwarf_Lines *lines;
  size_t count, at = 0;
  *number = 0;
  if (!line || dwarf_lineno (line, number) || *number > 0
      || dwarf_getsrclines (unit, &lines, &count))
    return line;
  while (at < count && dwarf_onesrcline (lines, at) != line)
    at++;
  bool is_end = false;
  while (*number <= 0 && at-- > 0 && !is_end)
    {
      line = dwarf_onesrcline (lines, at);
      if (dwarf_lineendsequence (line, &is_end) || is_end || dwarf_lineno (line, number))
        *number = 0;
    }
  return line;
}

/* Returns the place of PC by the line table; line 0 if the table has none. */
static rp_place
line_place (frame_walk *walk, Dwarf_Die *unit, Dwarf_Addr pc)
{
  rp_place place = { 0 };
  int number, column = 0;
  Dwarf_Line *line = numbered_line (unit, dwarf_getsrc_die (unit, pc), &number);
  const char *file = line ? dwarf_linesrc (line, NULL, NULL) : NULL;
  if (!file || number <= 0)
    return place;
  dwarf_linecol (line, &column);
  place.file = rp_symbol_file (walk->symbols, file, walk->unit_directory);
  place.line = (uint32_t) number;
  place.column = column > 0 ? (uint32_t) column : 0;
  return place;
}

/* Returns the place at which the inlined function DIE is called; line 0 if that is not known. */
static rp_place
call_place (frame_walk *walk, Dwarf_Die *die)
{
  rp_place place = { 0 };
  Dwarf_Attribute attribute;
  Dwarf_Word file = 0, line = 0, column = 0;
  Dwarf_Die unit;
  Dwarf_Files *files;
  size_t count;
  dwarf_formudata (dwarf_attr (die, DW_AT_call_line, &attribute), &line);
  dwarf_formudata (dwarf_attr (die, DW_AT_call_column, &attribute), &column);
  if (!line || dwarf_formudata (dwarf_attr (die, DW_AT_call_file, &attribute), &file)
      || !dwarf_diecu (die, &unit, NULL, NULL) || dwarf_getsrcfiles (&unit, &files, &count))
    return place;
  const char *name = dwarf_filesrc (files, file, NULL, NULL);
  if (name)
    place = (rp_place) { .file = rp_symbol_file (walk->symbols, name, walk->unit_directory),
                         .line = (uint32_t) line,
                         .column = (uint32_t) column };
  return place;
}

/* Returns whether FUNCTION, called NAME, at place AT is only a part of the function in the last frame of WALK: gcc
 * cuts a part out of a function and inlines it again, which looks as if the function called itself at the place of
 * its declaration. */
static bool
is_rest (frame_walk *walk, Dwarf_Die *function, const char *name, const rp_place *at)
{
  if (!walk->frames.count || !name || strcmp (RP_VEC_LAST (&walk->frames).function, name))
    return false;
  rp_place declared = rp_symbol_declared (walk->symbols, function);
  return declared.line == at->line && declared.column == at->column;
}

static void
walk_scopes (frame_walk *walk, Dwarf_Die *unit, Dwarf_Addr pc)
{
  Dwarf_Die *scopes = NULL;
  int count = rp_symbol_scopes (unit, pc, &scopes);
  rp_place at = line_place (walk, unit, pc);
  for (int i = 0; i < count; i++)
    {
      int tag = dwarf_tag (&scopes[i]);
      bool is_inlined = tag == DW_TAG_inlined_subroutine;
      if (!is_inlined && tag != DW_TAG_subprogram)
        continue;
      const char *name = rp_symbol_die_name (walk->symbols, &scopes[i]);
      if (is_rest (walk, &scopes[i], name, &at))
        RP_VEC_LAST (&walk->frames).is_inlined = is_inlined;
      else
        RP_VEC_PUSH (&walk->frames, (rp_symbol_frame) {
                                      .function = name ? name : "?",
                                      .at = at,
                                      .is_inlined = is_inlined,
                                    });
      if (!is_inlined)
        break;
      at = call_place (walk, &scopes[i]);
    }
  free (scopes);
}

/* Adds a frame for a PC without debug information: by its symbol, else by file name and offset, else as a number. */
static void
add_bare_frame (frame_walk *walk, uint64_t pc)
{
  rp_arena *arena = &walk->symbols->arena;
  rp_symbol_frame frame = { 0 };
  if (!walk->module)
    frame.function = rp_arena_format (arena, "0x%" PRIx64, pc);
  else
    {
      GElf_Off offset;
      GElf_Sym symbol;
      const char *name
        = dwfl_module_addrinfo (walk->module, pc, &offset, &symbol, NULL, NULL, NULL);
      if (name)
        frame.function = rp_symbol_demangle (walk->symbols, name);
      else
        {
          Dwarf_Addr bias = 0;
          const char *path
            = dwfl_module_info (walk->module, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
          const char *slash = path ? strrchr (path, '/') : NULL;
          dwfl_module_getelf (walk->module, &bias);
          frame.function = rp_arena_format (arena, "%s+0x%" PRIx64,
                                            slash  ? slash + 1
                                            : path ? path
                                                   : "?",
                                            pc - (uint64_t) bias);
        }
    }
  RP_VEC_PUSH (&walk->frames, frame);
}

/* Appends the path of the unit's source file, with its directory. */
static void
unit_path (rp_strbuf *out, Dwarf_Die *unit)
{
  const char *file = dwarf_diename (unit), *directory = rp_symbol_unit_directory (unit);
  if (file && *file != '/' && directory)
    rp_strbuf_format (out, "%s/", directory);
  rp_strbuf_add (out, file ? file : "");
}

/* Removes the last LEVELS parts of a path. The rest ends in a slash, or is empty. */
static void
cut_path (rp_strbuf *path, int levels)
{
  size_t length = path->length;
  for (; length; length--)
    if (path->text[length - 1] == '/' && --levels == 0)
      break;
  path->length = length;
}

/* Called by dwfl_getmodules for each MODULE. If MODULE contains the verifier's library, stores in
 * symbols->our_directory where that library was compiled, and ends the search. */
static int
find_our_directory (Dwfl_Module *module, void **data, const char *name, Dwarf_Addr start,
                    void *context)
{
  (void) data, (void) name, (void) start;
  rp_symbols *symbols = context;
  int count = dwfl_module_getsymtab (module);
  for (int i = 0; i < count; i++)
    {
      GElf_Sym symbol;
      GElf_Addr address;
      Dwarf_Addr bias;
      const char *found = dwfl_module_getsym_info (module, i, &symbol, &address, NULL, NULL, NULL);
      if (!found || symbol.st_shndx == SHN_UNDEF || strcmp (found, "rp_async"))
        continue;
      Dwarf_Die *unit = rp_symbol_unit (module, address, &bias);
      rp_strbuf path = { 0 };
      if (unit)
        unit_path (&path, unit);
      cut_path (&path, 2);
      symbols->our_directory = rp_arena_copy (&symbols->arena, rp_strbuf_text (&path), path.length);
      rp_strbuf_clear (&path);
      return DWARF_CB_ABORT;
    }
  return DWARF_CB_OK;
}

/* Returns whether UNIT belongs to our library: all sources of the library are below one directory, which is found
 * from the unit that defines rp_async. */
static bool
is_ours (rp_symbols *symbols, Dwarf_Die *unit)
{
  if (!symbols->our_directory)
    {
      symbols->our_directory = "";
      dwfl_getmodules (symbols->dwfl, find_our_directory, symbols, 0);
    }
  size_t length = strlen (symbols->our_directory);
  rp_strbuf path = { 0 };
  unit_path (&path, unit);
  bool ours = length && !strncmp (rp_strbuf_text (&path), symbols->our_directory, length);
  rp_strbuf_clear (&path);
  return ours;
}

/* Returns whether PC is in our library, by the symbol table alone. A local symbol is ours if its file has the mark
 * of src/inside/writer/object_files.h, a global one if its name begins with rp_, GOMP_ or the like. */
static bool
is_ours_by_name (Dwfl_Module *module, uint64_t pc)
{
  static const char *const beginnings[] = { "rp_", "GOMP_", "omp_", "__kmpc_", "__tsan_" };
  GElf_Off offset;
  GElf_Sym wanted;
  const char *name = module ? dwfl_module_addrinfo (module, pc, &offset, &wanted, NULL, NULL, NULL) : NULL;
  if (!name)
    return false;
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (GELF_ST_BIND (wanted.st_info) != STB_LOCAL && !strncmp (name, beginnings[i], strlen (beginnings[i])))
      return true;
  int count = dwfl_module_getsymtab (module);
  bool has_mark = false, has_symbol = false;
  for (int i = 0; i < count && GELF_ST_BIND (wanted.st_info) == STB_LOCAL; i++)
    {
      GElf_Sym symbol;
      GElf_Addr address;
      const char *found = dwfl_module_getsym_info (module, i, &symbol, &address, NULL, NULL, NULL);
      if (found && GELF_ST_TYPE (symbol.st_info) == STT_FILE)
        {
          if (has_mark && has_symbol)
            return true;
          has_mark = has_symbol = false;
        }
      else if (found && !strcmp (found, "raceproof.unit"))
        has_mark = symbol.st_value & 4;
      else if (found && symbol.st_value == wanted.st_value && !strcmp (found, name))
        has_symbol = true;
    }
  return has_mark && has_symbol;
}

/* Returns whether PC is in a part that gcc cut out of a function: `f.part.0`, which the rest of `f` calls. It is
 * shown as `f`. */
static bool
is_part (Dwfl_Module *module, uint64_t pc)
{
  GElf_Off offset;
  GElf_Sym symbol;
  const char *name
    = module ? dwfl_module_addrinfo (module, pc, &offset, &symbol, NULL, NULL, NULL) : NULL;
  return name && strstr (name, ".part.");
}

static void
keep_answer (frame_walk *walk, uint64_t pc)
{
  rp_symbols *symbols = walk->symbols;
  size_t bytes = walk->frames.count * sizeof *walk->frames.items;
  symbol_answer answer = { pc, rp_arena_alloc (&symbols->arena, bytes), walk->frames.count };
  memcpy (answer.frames, walk->frames.items, bytes);
  RP_VEC_PUSH (&symbols->list, answer);
  RP_VEC_CLEAR (&walk->frames);
}

size_t
rp_symbols_frames (rp_symbols *symbols, uint64_t pc, const rp_symbol_frame **frames)
{
  bool is_new;
  uint64_t *place = rp_map_insert (&symbols->answers, pc, &is_new);
  if (is_new)
    {
      *place = symbols->list.count;
      frame_walk walk = { .symbols = symbols, .module = rp_symbol_module (symbols, pc) };
      Dwarf_Addr bias;
      Dwarf_Die *unit = rp_symbol_unit (walk.module, pc, &bias);
      bool ours = false;
      if (unit)
        {
          walk.unit_directory = rp_symbol_unit_directory (unit);
          ours = is_ours (symbols, unit);
          walk_scopes (&walk, unit, pc - bias);
        }
      else
        ours = is_ours_by_name (walk.module, pc);
      if (!walk.frames.count)
        add_bare_frame (&walk, pc);
      for (size_t i = 0; i < walk.frames.count; i++)
        walk.frames.items[i].is_ours = ours;
      RP_VEC_LAST (&walk.frames).is_part = is_part (walk.module, pc);
      keep_answer (&walk, pc);
    }
  const symbol_answer *answer = &symbols->list.items[*place];
  *frames = answer->frames;
  return answer->count;
}
