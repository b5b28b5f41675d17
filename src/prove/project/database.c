#include "prove/project/database.h"

#include "base/panic.h"
#include "base/strbuf.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef RP_VEC (char *) words;

/* ---- options ---- */

/* Options that are kept with their value, which is in the same word or in the next one. */
static const char *const valued[]
  = { "-I", "-D", "-U", "-isystem", "-iquote", "-isysroot", "-idirafter", "--sysroot" };
/* Options that are kept with their value, the next word. */
static const char *const followed[] = { "-include", "-imacros" };
/* Options without a value that are kept, by their beginning: they change the language, or macros that the compiler
 * defines. -O is not kept: with it, headers replace known functions by unknown ones. */
static const char *const kept[] = { "-std=",           "-ansi",          "-nostdinc",
                                    "-march=",         "-msse",          "-mavx",
                                    "-mfma",           "-m32",           "-m64",
                                    "-pthread",        "-fgnu89-inline", "-fsigned-char",
                                    "-funsigned-char", "-fshort-enums",  "-ffreestanding",
                                    "-undef" };
/* Options that are left out together with the next word. */
static const char *const with_next[]
  = { "-o", "-MF", "-MT", "-MQ", "-x", "-Xclang", "-Xlinker", "-Xassembler",
      "-u", "-z",  "-T",  "-L",  "-l", "--param", "-arch",    "-target" };

static bool
begins_with (const char *word, const char *with)
{
  return !strncmp (word, with, strlen (with));
}

static void
add (rp_compile_entry *entry, const char *word)
{
  RP_VEC_PUSH (&entry->options, rp_strdup (word));
}

/* If the option WORD is kept, adds it to ENTRY, with its value if it has one. NEXT is the word behind WORD, or NULL.
 * Returns how many words the option takes: 1 or 2. */
static size_t
take_option (rp_compile_entry *entry, const char *word, const char *next)
{
  for (size_t i = 0; i < sizeof followed / sizeof *followed; i++)
    if (!strcmp (word, followed[i]) && next)
      {
        add (entry, word);
        add (entry, next);
        return 2;
      }
  for (size_t i = 0; i < sizeof valued / sizeof *valued; i++)
    if (begins_with (word, valued[i]))
      {
        bool is_alone = !word[strlen (valued[i])];
        add (entry, word);
        if (is_alone && next)
          add (entry, next);
        return is_alone && next ? 2 : 1;
      }
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    if (begins_with (word, kept[i]))
      {
        add (entry, word);
        return 1;
      }
  for (size_t i = 0; i < sizeof with_next / sizeof *with_next; i++)
    if (!strcmp (word, with_next[i]))
      return next ? 2 : 1;
  return 1;
}

static const char *
extension (const char *path)
{
  const char *name = strrchr (path, '/'), *dot = strrchr (name ? name : path, '.');
  return dot ? dot + 1 : "";
}

/* Returns why FILE is not read; NULL if it is read. This depends on the language: LANGUAGE (of -x) or, if that is NULL
 * or empty, the language by the name of FILE. */
static const char *
why_not (const char *file, const char *language)
{
  static const char *const cxx[] = { "C", "cc", "cpp", "cxx", "c++", "cp", "CPP", "hpp", "hxx" };
  const char *end = extension (file);
  if (language && *language)
    return !strcmp (language, "c") || !strcmp (language, "cpp-output") ? NULL
           : begins_with (language, "c++")                             ? "C++ is not read"
                                                                       : "it is no C source";
  for (size_t i = 0; i < sizeof cxx / sizeof *cxx; i++)
    if (!strcmp (end, cxx[i]))
      return "C++ is not read";
  return !strcmp (end, "c") || !strcmp (end, "i") ? NULL : "it is no C source";
}

static void
take_words (rp_compile_entry *entry, const words *all)
{
  const char *language = NULL;
  for (size_t i = 1; i < all->count;)
    {
      const char *word = all->items[i];
      const char *next = i + 1 < all->count ? all->items[i + 1] : NULL;
      if (!strcmp (word, "-x"))
        language = next;
      else if (begins_with (word, "-x") && word[2])
        language = word + 2;
      i += take_option (entry, word, next);
    }
  entry->not_read = why_not (entry->file, language);
}

/* ---- the file ---- */

/* Splits LINE, a command line, into words as a shell does, and appends them to INTO. Knows quotes and backslashes
 * only. */
static void
split (const char *line, words *into)
{
  rp_strbuf word = { 0 };
  bool is_word = false;
  char quote = 0;
  for (const char *p = line; *p; p++)
    {
      bool is_blank = *p == ' ' || *p == '\t' || *p == '\n';
      bool is_escape = *p == '\\' && quote != '\'' && p[1]
                       && (!quote || p[1] == '"' || p[1] == '\\' || p[1] == '$' || p[1] == '`');
      if (!quote && is_blank)
        {
          if (is_word)
            RP_VEC_PUSH (into, rp_strdup (rp_strbuf_text (&word)));
          rp_strbuf_clear (&word);
          is_word = false;
          continue;
        }
      is_word = true;
      if (is_escape)
        rp_strbuf_add_char (&word, *++p);
      else if (quote ? *p == quote : *p == '"' || *p == '\'')
        quote = quote ? 0 : *p;
      else
        rp_strbuf_add_char (&word, *p);
    }
  if (is_word)
    RP_VEC_PUSH (into, rp_strdup (rp_strbuf_text (&word)));
  rp_strbuf_clear (&word);
}

static void
clear_words (words *all)
{
  for (size_t i = 0; i < all->count; i++)
    free (all->items[i]);
  RP_VEC_CLEAR (all);
}

/* Appends to INTO the words of the entry ONE: its list of arguments, or its command line. Returns false if it has
 * neither. */
static bool
read_words (const json_t *one, words *into)
{
  const json_t *arguments = json_object_get (one, "arguments");
  const char *command = json_string_value (json_object_get (one, "command"));
  for (size_t i = 0; i < json_array_size (arguments); i++)
    {
      const char *word = json_string_value (json_array_get (arguments, i));
      RP_VEC_PUSH (into, rp_strdup (word ? word : ""));
    }
  if (!into->count && command)
    split (command, into);
  return into->count > 0;
}

/* Returns DIRECTORY/NAME; NAME if it is absolute. The caller frees the result. */
static char *
join (const char *directory, const char *name)
{
  rp_strbuf path = { 0 };
  if (*name == '/')
    return rp_strdup (name);
  rp_strbuf_format (&path, "%s/%s", directory, name);
  return path.text;
}

static char *
absolute (const char *directory, const char *name)
{
  char *joined = join (directory, name);
  char *resolved = realpath (joined, NULL);
  if (resolved)
    free (joined);
  return resolved ? resolved : joined;
}

static bool
is_same (const rp_compile_entry *a, const rp_compile_entry *b)
{
  if (strcmp (a->path, b->path) || a->options.count != b->options.count)
    return false;
  for (size_t i = 0; i < a->options.count; i++)
    if (strcmp (a->options.items[i], b->options.items[i]))
      return false;
  return true;
}

static void
clear_entry (rp_compile_entry *entry)
{
  for (size_t i = 0; i < entry->options.count; i++)
    free (entry->options.items[i]);
  RP_VEC_CLEAR (&entry->options);
  free (entry->directory);
  free (entry->file);
  free (entry->path);
}

/* Adds ONE to DATABASE, unless an equal entry is there. BASE is the database's directory. Returns false if ONE is not a
 * valid entry. */
static bool
add_entry (rp_compile_database *database, const char *base, const json_t *one)
{
  const char *directory = json_string_value (json_object_get (one, "directory"));
  const char *file = json_string_value (json_object_get (one, "file"));
  words all = { 0 };
  if (!file || !read_words (one, &all))
    {
      clear_words (&all);
      return false;
    }
  rp_compile_entry entry = { .directory = absolute (base, directory ? directory : ".") };
  entry.file = rp_strdup (file);
  entry.path = absolute (entry.directory, file);
  take_words (&entry, &all);
  clear_words (&all);
  for (size_t i = 0; i < database->entries.count; i++)
    if (is_same (&database->entries.items[i], &entry))
      {
        clear_entry (&entry);
        return true;
      }
  RP_VEC_PUSH (&database->entries, entry);
  return true;
}

static char *__attribute__ ((format (printf, 1, 2))) say (const char *format, ...)
{
  rp_strbuf text = { 0 };
  va_list arguments;
  va_start (arguments, format);
  rp_strbuf_vformat (&text, format, arguments);
  va_end (arguments);
  return text.text;
}

char *
rp_compile_database_read (const char *where, rp_compile_database *database)
{
  struct stat status;
  json_error_t error;
  *database = (rp_compile_database) { 0 };
  bool is_directory = !stat (where, &status) && S_ISDIR (status.st_mode);
  database->path = is_directory ? say ("%s/compile_commands.json", where) : rp_strdup (where);
  if (stat (database->path, &status))
    return say ("cannot read `%s': %s", database->path, strerror (errno));
  json_t *root = json_load_file (database->path, 0, &error);
  if (!root)
    return say ("`%s' is not understood: line %d: %s", database->path, error.line, error.text);
  char *base = realpath (database->path, NULL), *slash = base ? strrchr (base, '/') : NULL;
  if (slash)
    *slash = '\0';
  char *wrong = NULL;
  if (!json_is_array (root))
    wrong = say ("`%s' is no list of compile commands", database->path);
  for (size_t i = 0; i < json_array_size (root) && !wrong; i++)
    if (!add_entry (database, base ? base : ".", json_array_get (root, i)))
      wrong = say ("entry %zu of `%s' has no file, or neither command nor arguments", i + 1,
                   database->path);
  if (!wrong && !database->entries.count)
    wrong = say ("`%s' names no file", database->path);
  json_decref (root);
  free (base);
  return wrong;
}

void
rp_compile_database_clear (rp_compile_database *database)
{
  for (size_t i = 0; i < database->entries.count; i++)
    clear_entry (&database->entries.items[i]);
  RP_VEC_CLEAR (&database->entries);
  free (database->path);
}
