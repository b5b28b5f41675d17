/* What `raceproof cc` adds to a compiler's command line, and nothing else decides on that. */
#ifndef RP_CLI_CC_FLAGS_H
#define RP_CLI_CC_FLAGS_H

#include "base/vec.h"
#include "cc_args.h"
#include "cc_compiler.h"

/* The words are owned by the list. */
typedef RP_VEC (char *) rp_cc_words;

/* Appends what stands before the user's arguments. */
void rp_cc_flags_add_first (rp_cc_words *words, const rp_cc_args *args, const rp_cc_files *files);

/* Appends the flags for the steps that ARGS asks for. */
void rp_cc_flags_add (rp_cc_words *words, const rp_cc_args *args, rp_cc_family family,
                      const rp_cc_files *files);
void rp_cc_words_add (rp_cc_words *words, const char *word);
void rp_cc_words_clear (rp_cc_words *words);

#endif
