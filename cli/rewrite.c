/* `raceproof rewrite COMMAND ARGS...` is not for users. When `raceproof cc` compiles an OpenMP program, gcc's driver
 * runs each of its programs by this command (-wrapper). COMMAND is run as it is, unless it is a compiler: cc1 or
 * cc1plus with a preprocessed file, or f951. A compiler gets another source, in which the static loops are visible
 * (compile/rewrite/rewrite.h). f951 preprocesses by itself, so it is first run as a preprocessor. The new source is a
 * file without a name, so nothing has to be removed afterwards. */
#include "compile/rewrite/rewrite.h"

#include "base/strbuf.h"
#include "base/vec.h"
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef RP_VEC (char *) words;

static bool
read_all (int fd, rp_strbuf *text)
{
  char block[65536];
  ssize_t length;
  while ((length = read (fd, block, sizeof block)) > 0)
    rp_strbuf_add_bytes (text, block, (size_t) length);
  return length == 0;
}

static bool
read_source (const char *path, rp_strbuf *text)
{
  int fd = strcmp (path, "-") ? open (path, O_RDONLY | O_CLOEXEC) : dup (STDIN_FILENO);
  bool is_read = fd >= 0 && read_all (fd, text);
  if (fd >= 0)
    close (fd);
  return is_read;
}

/* Returns a name by which this process, and the program that it executes next, can open the file FD. The caller frees
 * it. */
static char *
name_of (int fd)
{
  rp_strbuf name = { 0 };
  rp_strbuf_format (&name, "/proc/self/fd/%d", fd);
  return name.text;
}

/* Makes a file in memory with TEXT. Returns a name for it, which the caller frees; NULL if that fails. */
static char *
file_with (const rp_strbuf *text)
{
  int fd = memfd_create ("source", 0);
  for (size_t done = 0; fd >= 0 && done < text->length;)
    {
      ssize_t length = write (fd, text->text + done, text->length - done);
      if (length < 0)
        return NULL;
      done += (size_t) length;
    }
  return fd < 0 || lseek (fd, 0, SEEK_SET) ? NULL : name_of (fd);
}

/* Adds a line marker: the next line is the first one of the file PATH. */
static void
add_line_marker (rp_strbuf *text, const char *path)
{
  rp_strbuf_add (text, "# 1 \"");
  for (path = strcmp (path, "-") ? path : "<stdin>"; *path; path++)
    {
      if (*path == '"' || *path == '\\')
        rp_strbuf_add_char (text, '\\');
      rp_strbuf_add_char (text, *path);
    }
  rp_strbuf_add (text, "\"\n");
}

/* Reads the file PATH into TEXT, behind two line markers as in preprocessed files, unless the file begins with a
 * marker. With only one marker gfortran loses a character. Returns false if the file cannot be read. */
static bool
read_marked (const char *path, rp_strbuf *text)
{
  rp_strbuf source = { 0 };
  bool is_read = read_source (path, &source);
  if (is_read && strncmp (rp_strbuf_text (&source), "# ", 2))
    {
      add_line_marker (text, path);
      add_line_marker (text, path);
    }
  rp_strbuf_add (text, rp_strbuf_text (&source));
  rp_strbuf_clear (&source);
  return is_read;
}

static size_t
find_word (const words *command, const char *word, size_t from)
{
  for (size_t i = from; i + 1 < command->count; i++)
    if (!strcmp (command->items[i], word))
      return i;
  return 0;
}

static void
add_word (words *command, char *word)
{
  RP_VEC_LAST (command) = word;
  RP_VEC_PUSH (command, NULL);
}

/* Runs COMMAND, a compiler, without messages and without a result. Returns whether the compiler accepts its input. */
static bool
compiles (const words *command)
{
  words own = { 0 };
  for (size_t i = 0; i + 1 < command->count; i++)
    RP_VEC_PUSH (&own, i && !strcmp (own.items[i - 1], "-o") ? "/dev/null" : command->items[i]);
  RP_VEC_PUSH (&own, "-O0");
  RP_VEC_PUSH (&own, "-w");
  RP_VEC_PUSH (&own, NULL);
  pid_t child = fork ();
  if (child == 0)
    {
      int nowhere = open ("/dev/null", O_RDWR);
      dup2 (nowhere, 1);
      dup2 (nowhere, 2);
      execvp (own.items[0], own.items);
      _exit (127);
    }
  RP_VEC_CLEAR (&own);
  int status = 0;
  return child > 0 && waitpid (child, &status, 0) >= 0 && WIFEXITED (status) && !WEXITSTATUS (status);
}

/* Returns the file that the compiler is to read in place of SOURCE. This is SOURCE itself if nothing changes,
 * unless SOURCE is "-", the standard input. Returns NULL if there is no room. */
static char *
rewritten_file (char *source, const char *text, rp_rewrite_extent extent)
{
  rp_strbuf result = { 0 };
  bool changes = rp_rewrite_c (text, extent, &result);
  char *file = changes || !strcmp (source, "-") ? file_with (&result) : source;
  rp_strbuf_clear (&result);
  return file;
}

/* COMMAND runs cc1 or cc1plus. Replaces the source in COMMAND by the rewritten source. Returns -1 to go on, or the exit
 * status. */
static int
rewrite_c (words *command)
{
  size_t option = find_word (command, "-fpreprocessed", 1);
  if (!option || !command->items[option + 1])
    return -1;
  char **source = &command->items[option + 1], *original = *source;
  rp_strbuf text = { 0 };
  if (!read_marked (original, &text))
    {
      rp_strbuf_clear (&text);
      return -1; /* the compiler itself will say what is wrong */
    }
  bool has_collapsed = strstr (rp_strbuf_text (&text), "collapse"),
       has_simd = strstr (rp_strbuf_text (&text), "simd");
  /* The attempts, beginning with the one that rewrites most. The compiler may refuse a rewritten text: loops that are
   * not rectangular take no schedule clause, and a name that looks like an array may be an object of a class, or may be
   * declared in the loop. */
  static const rp_rewrite_extent extents[]
    = { { .shows_arrays = true }, { 0 }, { .leaves_collapsed = true } };
  for (size_t i = 0; i < sizeof extents / sizeof *extents; i++)
    {
      if ((extents[i].shows_arrays && !has_simd) || (extents[i].leaves_collapsed && !has_collapsed))
        continue;
      *source = rewritten_file (original, rp_strbuf_text (&text), extents[i]);
      bool is_in_doubt = (extents[i].shows_arrays || has_collapsed) && !extents[i].leaves_collapsed
                         && *source && *source != original && strcmp (original, "-");
      if (!is_in_doubt || compiles (command))
        break;
    }
  rp_strbuf_clear (&text);
  if (!*source)
    return rp_cli_error ("rewrite", "no room for the text of `%s'", original);
  /* preprocessed files have no comments that would allow a case to fall through */
  add_word (command, "-Wno-implicit-fallthrough");
  return -1;
}

/* Runs f951 as a preprocessor only, which writes to the file RESULT. Returns its exit status. */
static int
preprocess_fortran (const words *command, const char *result)
{
  words own = { 0 };
  for (size_t i = 0; i + 1 < command->count; i++)
    RP_VEC_PUSH (&own,
                 i > 0 && !strcmp (own.items[i - 1], "-o") ? (char *) result : command->items[i]);
  RP_VEC_PUSH (&own, "-E");
  RP_VEC_PUSH (&own, "-fsyntax-only");
  RP_VEC_PUSH (&own, NULL);
  pid_t child = fork ();
  if (child == 0)
    {
      execvp (own.items[0], own.items);
      _exit (127);
    }
  RP_VEC_CLEAR (&own);
  int status = 0;
  if (child < 0 || waitpid (child, &status, 0) < 0)
    return rp_cli_error ("rewrite", "cannot start the preprocessor: %s", strerror (errno));
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

/* Removes from COMMAND the options for the preprocessor: those from index OPTION, where `-cpp=` stands, to the second
 * mention of the source. Keeps the options -I, since the compiler itself uses them, too. */
static void
leave_preprocessor_out (words *command, size_t option)
{
  size_t kept = option, at = option;
  size_t end = find_word (command, command->items[1], option);
  for (; at <= end; at++)
    if (!strcmp (command->items[at], "-I"))
      {
        command->items[kept++] = command->items[at];
        command->items[kept++] = command->items[++at];
      }
  while (at < command->count)
    command->items[kept++] = command->items[at++];
  command->count = kept;
}

static bool
is_fixed_form (const words *command, const char *path)
{
  static const char *const suffixes[] = { ".f", ".for", ".ftn", ".fpp" };
  if (find_word (command, "-ffixed-form", 1))
    return true;
  const char *dot = strrchr (path, '.');
  bool is_fixed = false;
  for (size_t i = 0; dot && i < sizeof suffixes / sizeof *suffixes; i++)
    is_fixed |= !strcasecmp (dot, suffixes[i]);
  return is_fixed && !find_word (command, "-ffree-form", 1);
}

static size_t
fixed_line_length (const words *command)
{
  static const char option[] = "-ffixed-line-length-";
  size_t length = 72;
  for (size_t i = 1; i + 1 < command->count; i++)
    if (!strncmp (command->items[i], option, strlen (option)))
      length = strtoul (command->items[i] + strlen (option), NULL, 10); /* "none" is 0 */
  return length;
}

/* Reads into TEXT the source that f951 compiles, preprocessed if necessary. Returns -1 to go on, or the exit status. */
static int
read_fortran (words *command, const char *path, rp_strbuf *text)
{
  size_t preprocessor = 0;
  for (size_t i = 1; i + 1 < command->count && !preprocessor; i++)
    if (!strncmp (command->items[i], "-cpp=", 5))
      preprocessor = i;
  if (!preprocessor)
    {
      read_marked (path, text); /* f951 itself will say what is wrong */
      return -1;
    }
  int fd = memfd_create ("preprocessed", 0);
  if (fd < 0)
    return rp_cli_error ("rewrite", "no room for the text of `%s': %s", path, strerror (errno));
  char *result = name_of (fd);
  int status = preprocess_fortran (command, result);
  if (!status && !read_marked (result, text))
    status = rp_cli_error ("rewrite", "cannot read the preprocessed text of `%s': %s", path,
                           strerror (errno));
  if (!status)
    leave_preprocessor_out (command, preprocessor);
  free (result);
  close (fd);
  return status ? status : -1;
}

/* Where INCLUDE lines look for files: beside the source, then in the directories of -I and -J. */
typedef struct include_path
{
  const words *command;
  const char *source;
} include_path;

static bool
read_included_from (const char *directory, size_t length, const char *name, rp_strbuf *path, rp_strbuf *text)
{
  rp_strbuf_clear (path);
  rp_strbuf_add_bytes (path, directory, length);
  if (length && directory[length - 1] != '/')
    rp_strbuf_add_char (path, '/');
  rp_strbuf_add (path, name);
  return read_source (rp_strbuf_text (path), text);
}

static bool
read_included (void *data, const char *name, rp_strbuf *path, rp_strbuf *text)
{
  const include_path *from = data;
  const char *slash = strrchr (from->source, '/');
  if (*name == '/')
    return read_included_from ("", 0, name, path, text);
  if (read_included_from (from->source, slash ? (size_t) (slash - from->source) : 0, name, path, text))
    return true;
  for (size_t i = 1; i + 1 < from->command->count; i++)
    {
      const char *word = from->command->items[i];
      if (*word != '-' || (word[1] != 'I' && word[1] != 'J'))
        continue;
      const char *directory = word[2] ? word + 2 : from->command->items[++i];
      if (directory && read_included_from (directory, strlen (directory), name, path, text))
        return true;
    }
  return false;
}

/* COMMAND runs f951, whose first argument is the source. Replaces this argument by the rewritten source. Returns -1 to
 * go on, or the exit status. */
static int
rewrite_fortran (words *command)
{
  const char *path = command->items[1];
  if (!path || (*path == '-' && path[1]) || find_word (command, "-E", 1))
    return -1;
  bool is_fixed = is_fixed_form (command, path);
  rp_strbuf text = { 0 }, result = { 0 };
  int status = read_fortran (command, path, &text);
  if (status < 0 && text.length)
    {
      include_path from = { command, path };
      const rp_rewrite_includes includes = { read_included, &from };
      rp_rewrite_fortran (text.text, is_fixed, fixed_line_length (command), &includes, &result);
      char *file = file_with (&result);
      if (file)
        command->items[1] = file;
      else
        status = rp_cli_error ("rewrite", "no room for the text of `%s'", path);
      add_word (command, "-fpreprocessed");
      add_word (command, is_fixed ? "-ffixed-form" : "-ffree-form");
    }
  rp_strbuf_clear (&text);
  rp_strbuf_clear (&result);
  return status;
}

/* Appends WORD. If WORD is two options that gcc's driver has joined, appends both: to profile a program with several
 * threads, the driver passes -fprofile-update=prefer-atomic without a blank after it. */
static void
add_argument (words *command, char *word)
{
  static const char update[] = "-fprofile-update=prefer-atomic";
  size_t length = strlen (update);
  if (!word || strncmp (word, update, length) || word[length] != '-')
    {
      RP_VEC_PUSH (command, word);
      return;
    }
  RP_VEC_PUSH (command, (char *) update);
  RP_VEC_PUSH (command, word + length);
}

int
rp_cli_rewrite (int argc, char **argv)
{
  if (argc < 2)
    return rp_cli_error (argv[0], "this is for `raceproof cc' alone");
  words command = { 0 };
  for (int i = 1; i <= argc; i++)
    add_argument (&command, argv[i]);
  const char *slash = strrchr (argv[1], '/'), *name = slash ? slash + 1 : argv[1];
  int status = -1;
  if (!strcmp (name, "cc1") || !strcmp (name, "cc1plus"))
    status = rewrite_c (&command);
  else if (!strcmp (name, "f951"))
    status = rewrite_fortran (&command);
  if (status < 0)
    {
      execvp (command.items[0], command.items);
      int error = errno;
      status = rp_cli_error (argv[0], "cannot run `%s': %s", argv[1], strerror (error));
    }
  RP_VEC_CLEAR (&command);
  return status;
}
