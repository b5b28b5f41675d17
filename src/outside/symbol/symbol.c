/* Functions for modules, names and files, which the other files of this folder use. */
#include "outside/symbol/symbol.h"

#include "base/panic.h"
#include "outside/symbol/internal.h"

#include <dwarf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const Dwfl_Callbacks callbacks = {
  .find_debuginfo = dwfl_standard_find_debuginfo,
  .section_address = dwfl_offline_section_address,
};

rp_symbols *
rp_symbols_new (void)
{
  rp_symbols *symbols = rp_calloc (1, sizeof *symbols);
  symbols->dwfl = dwfl_begin (&callbacks);
  RP_ASSERT (symbols->dwfl);
  dwfl_report_begin (symbols->dwfl);
  return symbols;
}

void
rp_symbols_free (rp_symbols *symbols)
{
  if (!symbols)
    return;
  for (size_t i = 0; i < symbols->indexes.count; i++)
    {
      RP_VEC_CLEAR (&symbols->indexes.items[i]->variables);
      RP_VEC_CLEAR (&symbols->indexes.items[i]->thread_locals);
      RP_VEC_CLEAR (&symbols->indexes.items[i]->commons);
      free (symbols->indexes.items[i]);
    }
  RP_VEC_CLEAR (&symbols->indexes);
  RP_VEC_CLEAR (&symbols->list);
  rp_map_clear (&symbols->answers);
  RP_VEC_CLEAR (&symbols->entries);
  rp_map_clear (&symbols->entry_answers);
  rp_arena_clear (&symbols->arena);
  dwfl_end (symbols->dwfl);
  free (symbols);
}

bool
rp_symbols_add_module (rp_symbols *symbols, const char *path, uint64_t low, uint64_t high,
                       uint64_t bias)
{
  (void) low;
  (void) high;
  RP_ASSERT (!symbols->is_ready);
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  /* if libdwfl accepts the file, it owns the descriptor */
  if (dwfl_report_elf (symbols->dwfl, path, path, fd, bias, true))
    return true;
  close (fd);
  return false;
}

void
rp_symbols_strip (rp_symbols *symbols, const char *prefix)
{
  symbols->prefix = prefix && *prefix ? prefix : NULL;
}

Dwfl_Module *
rp_symbol_module (rp_symbols *symbols, uint64_t address)
{
  if (!symbols->is_ready)
    dwfl_report_end (symbols->dwfl, NULL, NULL);
  symbols->is_ready = true;
  return dwfl_addrmodule (symbols->dwfl, address);
}

/* Asks libdwfl first, which finds units only by the table .debug_aranges. clang does not write that table, so libdwfl
 * may find no unit, or a wrong one of a file that gcc compiled. Then all units of the module are searched. */
Dwarf_Die *
rp_symbol_unit (Dwfl_Module *module, uint64_t pc, Dwarf_Addr *bias)
{
  Dwarf_Die *unit = module ? dwfl_module_addrdie (module, pc, bias) : NULL;
  if (!module || (unit && dwarf_haspc (unit, pc - *bias) == 1))
    return unit;
  unit = NULL;
  while ((unit = dwfl_module_nextcu (module, unit, bias)))
    if (dwarf_haspc (unit, pc - *bias) == 1)
      return unit;
  return NULL;
}

const char *
rp_symbol_unit_directory (Dwarf_Die *unit)
{
  Dwarf_Attribute attribute;
  return dwarf_formstring (dwarf_attr (unit, DW_AT_comp_dir, &attribute));
}

/* Appends PATH without `./` parts, and without `x/..` where x is a plain name. */
static void
add_normalised (rp_strbuf *out, const char *path)
{
  RP_VEC (const char *) parts = { 0 };
  RP_VEC (size_t) lengths = { 0 };
  const char *at = path;
  while (*at)
    {
      size_t length = strcspn (at, "/");
      bool is_up = length == 2 && !strncmp (at, "..", 2);
      bool has_name = parts.count
                      && !(lengths.items[parts.count - 1] == 2
                           && !strncmp (parts.items[parts.count - 1], "..", 2));
      if (is_up && has_name)
        {
          parts.count--;
          lengths.count--;
        }
      else if (length && !(length == 1 && *at == '.'))
        {
          RP_VEC_PUSH (&parts, at);
          RP_VEC_PUSH (&lengths, length);
        }
      at += length + (at[length] == '/');
    }
  for (size_t i = 0; i < parts.count; i++)
    {
      rp_strbuf_add (out, i || *path == '/' ? "/" : "");
      rp_strbuf_add_bytes (out, parts.items[i], lengths.items[i]);
    }
  RP_VEC_CLEAR (&parts);
  RP_VEC_CLEAR (&lengths);
}

/* Returns PATH without the current directory if PATH is below it, so that the name is as the user typed it;
 * otherwise PATH. */
static const char *
without_directory (const char *path)
{
  char *here = getcwd (NULL, 0);
  size_t length = here ? strlen (here) : 0;
  bool is_below = length > 1 && !strncmp (path, here, length) && path[length] == '/';
  free (here);
  return is_below ? path + length + 1 : path;
}

const char *
rp_symbol_file (rp_symbols *symbols, const char *file, const char *directory)
{
  rp_strbuf whole = { 0 }, plain = { 0 };
  if (*file != '/' && directory)
    rp_strbuf_format (&whole, "%s/", directory);
  rp_strbuf_add (&whole, file);
  add_normalised (&plain, whole.text);
  const char *name = rp_strbuf_text (&plain);
  size_t length = symbols->prefix ? strlen (symbols->prefix) : 0;
  if (length && !strncmp (name, symbols->prefix, length) && name[length])
    name += length + (name[length] == '/');
  else
    name = without_directory (name);
  const char *kept = rp_arena_copy (&symbols->arena, name, strlen (name));
  rp_strbuf_clear (&whole);
  rp_strbuf_clear (&plain);
  return kept;
}

bool
rp_symbol_is_system (const char *file)
{
  return file && (!strncmp (file, "/usr/include/", 13) || !strncmp (file, "/usr/lib/", 9));
}

const char *
rp_symbol_die_name (rp_symbols *symbols, Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  const char *name = dwarf_formstring (dwarf_attr_integrate (die, DW_AT_linkage_name, &attribute));
  const char *plain = dwarf_formstring (dwarf_attr_integrate (die, DW_AT_name, &attribute));
  if (name && !strncmp (name, "_Z", 2))
    {
      const char *demangled = rp_symbol_demangle (symbols, name);
      if (strcmp (demangled, name) || !plain)
        return demangled;
    }
  bool is_part = plain && strstr (plain, "._omp_fn");
  return is_part ? rp_symbol_demangle (symbols, plain) : plain;
}

rp_place
rp_symbol_declared (rp_symbols *symbols, Dwarf_Die *die)
{
  Dwarf_Attribute attribute;
  Dwarf_Word file = 0, line = 0, column = 0;
  Dwarf_Die unit;
  Dwarf_Files *files;
  size_t count;
  rp_place place = { 0 };
  dwarf_formudata (dwarf_attr_integrate (die, DW_AT_decl_line, &attribute), &line);
  dwarf_formudata (dwarf_attr_integrate (die, DW_AT_decl_column, &attribute), &column);
  if (!line || dwarf_formudata (dwarf_attr_integrate (die, DW_AT_decl_file, &attribute), &file)
      || !dwarf_diecu (die, &unit, NULL, NULL) || dwarf_getsrcfiles (&unit, &files, &count))
    return place;
  const char *name = dwarf_filesrc (files, file, NULL, NULL);
  if (!name)
    return place;
  place.file = rp_symbol_file (symbols, name, rp_symbol_unit_directory (&unit));
  place.line = (uint32_t) line;
  place.column = (uint32_t) column;
  return place;
}

/* Returns 1 if the symbol table SECTION of ELF defines NAME, else 0. */
static int
table_defines (Elf *elf, Elf_Scn *section, const GElf_Shdr *header, const char *name)
{
  Elf_Data *data = elf_getdata (section, NULL);
  size_t count = data && header->sh_entsize ? data->d_size / header->sh_entsize : 0;
  for (size_t i = 0; i < count; i++)
    {
      GElf_Sym symbol;
      if (!gelf_getsym (data, (int) i, &symbol) || symbol.st_shndx == SHN_UNDEF)
        continue;
      const char *found = elf_strptr (elf, header->sh_link, symbol.st_name);
      if (found && !strcmp (found, name))
        return 1;
    }
  return 0;
}

int
rp_symbols_defines (const char *path, const char *name)
{
  elf_version (EV_CURRENT);
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  Elf *elf = fd < 0 ? NULL : elf_begin (fd, ELF_C_READ_MMAP, NULL);
  int result = -1;
  if (elf && elf_kind (elf) == ELF_K_ELF)
    {
      result = -2;
      for (Elf_Scn *section = NULL; result != 1 && (section = elf_nextscn (elf, section));)
        {
          GElf_Shdr header;
          if (!gelf_getshdr (section, &header))
            continue;
          if (header.sh_type == SHT_SYMTAB)
            result = table_defines (elf, section, &header, name);
          else if (header.sh_type == SHT_DYNSYM && table_defines (elf, section, &header, name))
            result = 1;
        }
    }
  elf_end (elf);
  if (fd >= 0)
    close (fd);
  return result;
}
