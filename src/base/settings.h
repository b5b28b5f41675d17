/* How processes of ours pass options on: the command to the program under test, and the program to `raceproof report`
 * and to the programs that it starts. RACEPROOF_OPTIONS is the text that the user wrote. The first process parses it.
 * The other processes get the values, in the environment variable RACEPROOF_SETTINGS:
 *
 *   raceproof-settings/1:TEXT:NAME=VALUE;NAME=VALUE; ...
 *
 *   TEXT   a hash of the RACEPROOF_OPTIONS that was parsed; a process also parses its own text if that has another hash
 *   NAME   the name of an option: all options, in the order of the table
 *   VALUE  f0 or f1: a flag; nDIGITS: a number; tLENGTH:BYTES: a text of any bytes
 *
 * S1. Settings are taken as a whole or not at all: if version, names, order or types differ, none of them is used.
 *
 * Linked into programs under test: only setenv in rp_settings_leave allocates. Only setenv, and messages on stderr,
 * take a lock. */
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

/* Reads OPTIONS from TEXT, which rp_settings_write has written. TEXT also has a hash: that of the user's text from
 * which the options came. Stores this hash in *HASH. If TEXT is wrong or NULL, sets OPTIONS to the defaults and returns
 * false; *HASH then has no meaning. */
bool rp_settings_read (rp_options *options, const char *text, uint64_t *hash);

/* Sets OPTIONS from the environment. First reads the settings, if a process of ours left some. Then parses the
 * user's text, unless the settings came from this very text. Errors in the text are printed on stderr. */
void rp_settings_take (rp_options *options);

/* Puts OPTIONS into the environment, for the processes that this process starts. Returns false if that fails. */
bool rp_settings_leave (const rp_options *options);

#endif
