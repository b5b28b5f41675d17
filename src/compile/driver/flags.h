/* The options that `raceproof cc` adds to a compiler's command line. Only this module decides on them. */
#ifndef RP_COMPILE_DRIVER_FLAGS_H
#define RP_COMPILE_DRIVER_FLAGS_H

#include "base/vec.h"
#include "compile/driver/args.h"
#include "compile/driver/compiler.h"

/* A list of words. The list owns the words. */
typedef RP_VEC (char *) rp_cc_words;

/* Appends to WORDS what must come before the user's arguments. */
void rp_cc_flags_add_first (rp_cc_words *words, const rp_cc_args *args, const rp_cc_files *files);

/* Appends to WORDS the flags for the steps that ARGS asks for: compiling, linking or both. */
void rp_cc_flags_add (rp_cc_words *words, const rp_cc_args *args, rp_cc_family family,
                      const rp_cc_files *files);
void rp_cc_words_add (rp_cc_words *words, const char *word);
void rp_cc_words_clear (rp_cc_words *words);

#endif
