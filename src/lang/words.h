/* Interned names: each is stored once, so two names are equal iff their pointers are. */
#ifndef RP_LANG_WORDS_H
#define RP_LANG_WORDS_H

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"

#include <stddef.h>
#include <stdint.h>

typedef struct rp_word
{
  const char *text;
  size_t length;
  size_t next; /* 1 + the index of the next word with the same hash; 0: none */
} rp_word;

typedef struct rp_word_list
{
  rp_arena *arena; /* the arena that has the texts; borrowed */
  rp_map heads;    /* hash -> 1 + the index of the newest word with that hash */
  RP_VEC (rp_word) list;
} rp_word_list;

/* Returns the one copy of TEXT, in words->arena. */
const char *rp_words_keep (rp_word_list *words, const char *text, size_t length);
void rp_words_clear (rp_word_list *words);

#endif
