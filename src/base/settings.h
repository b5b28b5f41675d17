/* Options from one process of ours to the next: from the command to the program under test, and from that to `raceproof
 * report` and to the programs that it starts. RACEPROOF_OPTIONS is the user's text, and the first process
 * parses it; the others get the values, in the environment variable RACEPROOF_SETTINGS:
 *
 *   raceproof-settings/1:TEXT:NAME=VALUE;NAME=VALUE; ...
 *
 *   TEXT   a hash of the RACEPROOF_OPTIONS that was parsed: a process that finds another text parses that as well
 *   NAME   the name of an option: all options, in the order of the table
 *   VALUE  f0 or f1: a flag; nDIGITS: a number; tLENGTH:BYTES: a text, whatever is in it
 *
 * S1. Settings are taken as a whole or not at all: with another version, name, order or type nothing of them is used.
 *
 * Linked into programs under test: nothing here allocates or takes a lock. */
#ifndef RP_BASE_SETTINGS_H
#define RP_BASE_SETTINGS_H

#include "base/options.h"

#define RP_OPTIONS_VARIABLE "RACEPROOF_OPTIONS"
#define RP_SETTINGS_VARIABLE "RACEPROOF_SETTINGS"

enum
{
  RP_SETTINGS_MAX_TEXT = 2 * RP_OPTIONS_MAX_TEXT
};

/* Writes OPTIONS, which came from the user's text USER (or NULL), into TEXT. Returns false if there is no
 * room for them. */
bool rp_settings_write (const rp_options *options, const char *user, char text[RP_SETTINGS_MAX_TEXT]);

/* Reads OPTIONS from TEXT, and sets *HASH to the hash of the user's text that TEXT has. If TEXT is wrong, returns
 * false, and OPTIONS are the defaults. */
bool rp_settings_read (rp_options *options, const char *text, uint64_t *hash);

/* Takes the options from the environment: the settings, if a process of ours left some, and the user's text,
 * if it has changed since. Errors in the text are printed on stderr. */
void rp_settings_take (rp_options *options);

/* Puts OPTIONS into the environment, for the processes that this process starts. */
bool rp_settings_leave (const rp_options *options);

#endif
