/* C++ names as people write them: without parameters, result types, and template arguments that are left
 * at their defaults. */
#include "outside/symbol/internal.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static void
cut (rp_strbuf *text, size_t from, size_t to)
{
  memmove (text->text + from, text->text + to, text->length - to + 1);
  text->length -= to - from;
}

/* Returns the position behind the bracket that closes the template arguments opened at FROM; FROM if none closes
 * them. */
static size_t
arguments_end (const char *text, size_t from)
{
  size_t depth = 0;
  for (size_t i = from; text[i]; i++)
    {
      depth += text[i] == '<';
      depth -= text[i] == '>' && depth;
      if (!depth)
        return i + 1;
    }
  return from;
}

static void
cut_each (rp_strbuf *text, const char *what)
{
  for (char *found; (found = strstr (text->text, what));)
    cut (text, (size_t) (found - text->text), (size_t) (found - text->text) + strlen (what));
}

/* Removes every template argument that begins with START, such as `, std::allocator<...>`. Such an argument is
 * taken for the default, which follows from the arguments before it. */
static void
cut_default (rp_strbuf *text, const char *start)
{
  for (char *found = text->text; (found = strstr (found, start));)
    {
      size_t from = (size_t) (found - text->text), open = from + strlen (start) - 1;
      size_t end = arguments_end (text->text, open);
      if (end == open)
        return;
      while (text->text[end] == ' ')
        end++;
      cut (text, from, end);
    }
}

static void
shorten (rp_strbuf *text)
{
  static const char *const defaults[]
    = { ", std::char_traits<", ", std::allocator<", ", std::less<",          ", std::hash<",
        ", std::equal_to<",    ", std::deque<",     ", std::default_delete<" };
  static const char string[] = "std::basic_string<char>";
  cut_each (text, "__cxx11::");
  for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
    cut_default (text, defaults[i]);
  for (char *found; (found = strstr (text->text, string));)
    {
      memcpy (found, "std::string", 11);
      cut (text, (size_t) (found - text->text) + 11,
           (size_t) (found - text->text) + sizeof string - 1);
    }
  for (char *found = text->text; (found = strstr (found, " >"));)
    cut (text, (size_t) (found - text->text), (size_t) (found - text->text) + 1);
}

/* Returns the position of the parenthesis that opens the pair which END - 1 closes; END if there is none. */
static size_t
matching_open (const char *name, size_t end)
{
  size_t depth = 0;
  for (size_t i = end; i-- > 0;)
    {
      depth += name[i] == ')';
      depth -= name[i] == '(';
      if (!depth)
        return i;
    }
  return end;
}

/* Returns the beginning of the name that ends before END. The result type of a template function stands in front of its
 * name: `void fill<int>`. */
static size_t
name_begin (const char *name, size_t end)
{
  int depth = 0;
  for (size_t i = end; i-- > 0;)
    {
      depth += name[i] == '>' || name[i] == ')';
      depth -= name[i] == '<' || name[i] == '(';
      if (name[i] == ' ' && depth == 0)
        {
          bool is_operator = i >= 8 && !strncmp (name + i - 8, "operator", 8);
          return is_operator ? name_begin (name, i) : i + 1;
        }
    }
  return 0;
}

/* Returns the C++ function NAME without parameters and result type. Of an operator with a sign, such as
 * `operator<`, only the parameters are removed, because some signs look like brackets. */
static const char *
plain_name (rp_symbols *symbols, const char *name)
{
  size_t end = strlen (name), begin = 0;
  if (end > 6 && !strcmp (name + end - 6, " const"))
    end -= 6;
  if (end && name[end - 1] == ')')
    {
      size_t open = matching_open (name, end);
      end = open ? open : end;
      const char *sign = strstr (name, "operator");
      if (!sign || isalpha ((unsigned char) sign[8]) || sign[8] == ' ')
        begin = name_begin (name, end);
    }
  rp_strbuf text = { 0 };
  rp_strbuf_add_bytes (&text, name + begin, end - begin);
  shorten (&text);
  const char *kept = rp_arena_copy (&symbols->arena, text.text, text.length);
  rp_strbuf_clear (&text);
  return kept;
}

/* Returns NAME as people write it if NAME is a mangled C++ name; otherwise a copy of NAME. Loads the C++ run-time
 * library when the first C++ name has to be shown: only this library has the demangling function, and the command,
 * a C program, is not linked with it. */
const char *
rp_symbol_demangle (rp_symbols *symbols, const char *name)
{
  if (strncmp (name, "_Z", 2))
    return rp_arena_copy (&symbols->arena, name, strlen (name));
  if (!symbols->sought_demangle)
    {
      void *library = dlopen ("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
      void *function = library ? dlsym (library, "__cxa_demangle") : NULL;
      memcpy (&symbols->demangle, &function, sizeof function);
      symbols->sought_demangle = true;
    }
  /* gcc names the outlined body of a construct after the function that contains the construct */
  const char *part = strstr (name, "._omp_fn");
  const char *whole
    = part ? rp_arena_copy (&symbols->arena, name, (size_t) (part - name)) : name;
  int status;
  char *plain = symbols->demangle ? symbols->demangle (whole, NULL, NULL, &status) : NULL;
  const char *kept
    = plain ? plain_name (symbols, plain) : rp_arena_copy (&symbols->arena, whole, strlen (whole));
  free (plain);
  return part ? rp_arena_format (&symbols->arena, "%s%s", kept, part) : kept;
}
