#include "inside/openmp/allocator.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <strings.h>

enum
{
  MAX_TRAITS = 8
};

/* The kinds of predefined allocators and memory spaces. An allocator's number is its place here plus one; a memory
 * space's number is its place here. */
static const char *const kinds[] = { "default", "large_cap", "const", "high_bw", "low_lat", "cgroup", "pteam", "thread" };

static const struct
{
  const char *name;
  int key;
} trait_names[] = {
  { "sync_hint", 1 }, { "alignment", RP_OMP_TRAIT_ALIGNMENT },
  { "access", 3 },    { "pool_size", RP_OMP_TRAIT_POOL_SIZE },
  { "fallback", RP_OMP_TRAIT_FALLBACK }, { "fb_data", RP_OMP_TRAIT_FALLBACK_ALLOCATOR },
  { "pinned", 7 },    { "partition", RP_OMP_TRAIT_LAST },
};

static const struct
{
  const char *name;
  uintptr_t value;
} fallback_names[] = {
  { "default_mem_fb", RP_OMP_FALLBACK_DEFAULT },
  { "null_fb", RP_OMP_FALLBACK_NULL },
  { "abort_fb", RP_OMP_FALLBACK_ABORT },
  { "allocator_fb", RP_OMP_FALLBACK_ALLOCATOR },
};

static void
skip_blanks (const char **text)
{
  while (isspace ((unsigned char) **text))
    ++*text;
}

/* Returns whether *TEXT begins with the whole word WORD, in letters of any case. If so, moves *TEXT past the word and
 * the blanks behind it. */
static bool
take_word (const char **text, const char *word)
{
  size_t length = 0;
  while (word[length])
    length++;
  bool is_there = !strncasecmp (*text, word, length) && !isalnum ((unsigned char) (*text)[length])
                  && (*text)[length] != '_';
  if (is_there)
    {
      *text += length;
      skip_blanks (text);
    }
  return is_there;
}

static bool
take_character (const char **text, char wanted)
{
  bool is_there = **text == wanted;
  if (is_there)
    {
      ++*text;
      skip_blanks (text);
    }
  return is_there;
}

/* Reads `omp_KIND_mem_ENDING` and moves *TEXT past it. Returns the place of KIND in the table kinds, plus one; 0 if
 * *TEXT begins with something else. */
static uintptr_t
take_kind (const char **text, const char *ending)
{
  static const char start[] = "omp_", middle[] = "_mem_";
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    {
      const char *at = *text;
      const char *const parts[] = { start, kinds[i], middle };
      bool is_same = true;
      for (size_t part = 0; part < 3 && is_same; part++)
        for (const char *letter = parts[part]; *letter && is_same; letter++, at++)
          is_same = tolower ((unsigned char) *at) == *letter;
      if (is_same && take_word (&at, ending))
        {
          *text = at;
          return i + 1;
        }
    }
  return 0;
}

static bool
take_number (const char **text, uintptr_t *value)
{
  char *end;
  unsigned long long number = strtoull (*text, &end, 10);
  bool is_there = end != *text && **text != '-';
  *value = number;
  *text = end;
  skip_blanks (text);
  return is_there;
}

/* Reads the value of TRAIT into TRAIT->value. Returns false if the value is not valid. A trait without an effect here
 * may have any word as its value, which is not stored. */
static bool
take_value (const char **text, rp_omp_trait *trait)
{
  if (trait->key == RP_OMP_TRAIT_ALIGNMENT || trait->key == RP_OMP_TRAIT_POOL_SIZE)
    return take_number (text, &trait->value);
  if (trait->key == RP_OMP_TRAIT_FALLBACK_ALLOCATOR)
    return (trait->value = take_kind (text, "alloc"));
  if (trait->key == RP_OMP_TRAIT_FALLBACK)
    {
      for (size_t i = 0; i < sizeof fallback_names / sizeof *fallback_names; i++)
        if (take_word (text, fallback_names[i].name))
          {
            trait->value = fallback_names[i].value;
            return true;
          }
      return false;
    }
  const char *start = *text;
  while (isalnum ((unsigned char) **text) || **text == '_')
    ++*text;
  bool is_there = *text > start;
  skip_blanks (text);
  return is_there;
}

static bool
take_trait (const char **text, rp_omp_trait *trait)
{
  for (size_t i = 0; i < sizeof trait_names / sizeof *trait_names; i++)
    if (take_word (text, trait_names[i].name))
      {
        trait->key = trait_names[i].key;
        return take_character (text, '=') && take_value (text, trait);
      }
  return false;
}

/* Reads TEXT, which follows the name of a memory space: `[: trait, ...]`. KIND is what take_kind returned for the name.
 * Returns the allocator for the space and the traits; 0 if TEXT is not valid. */
static uintptr_t
read_space (const char *text, uintptr_t kind)
{
  rp_omp_trait traits[MAX_TRAITS];
  int count = 0;
  bool goes_on = take_character (&text, ':');
  while (goes_on)
    {
      if (count == MAX_TRAITS || !take_trait (&text, &traits[count++]))
        return 0;
      goes_on = take_character (&text, ',');
    }
  return *text ? 0 : count ? omp_init_allocator (kind - 1, count, traits) : kind;
}

uintptr_t
rp_omp_allocator_read (const char *text)
{
  uintptr_t found = 0, kind;
  if (!text)
    return RP_OMP_DEFAULT_ALLOCATOR;
  skip_blanks (&text);
  if ((kind = take_kind (&text, "alloc")))
    found = *text ? 0 : kind;
  else if ((kind = take_kind (&text, "space")))
    found = read_space (text, kind);
  return found ? found : RP_OMP_DEFAULT_ALLOCATOR;
}
