#include "lang/words.h"

#include <string.h>

/* FNV-1a, 64 bits. */
static uint64_t
hash_of (const char *text, size_t length)
{
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char) text[i]) * 0x100000001b3u;
  return hash;
}

const char *
rp_words_keep (rp_word_list *words, const char *text, size_t length)
{
  uint64_t *head = rp_map_insert (&words->heads, hash_of (text, length), NULL);
  for (size_t at = *head; at; at = words->list.items[at - 1].next)
    {
      const rp_word *word = &words->list.items[at - 1];
      if (word->length == length && memcmp (word->text, text, length) == 0)
        return word->text;
    }
  rp_word word = { rp_arena_copy (words->arena, text, length), length, *head };
  RP_VEC_PUSH (&words->list, word);
  *head = words->list.count;
  return word.text;
}

void
rp_words_clear (rp_word_list *words)
{
  rp_map_clear (&words->heads);
  RP_VEC_CLEAR (&words->list);
}
