/* The texts behind the places of one report: each file is read at most once. */
#ifndef RP_REPORT_SOURCES_H
#define RP_REPORT_SOURCES_H

#include "base/source.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "core/finding/finding.h"

typedef struct rp_sources_entry
{
  const char *file;
  rp_source *source; /* NULL if it cannot be read */
} rp_sources_entry;

typedef struct rp_sources
{
  const rp_source *given; /* a source that is already in memory, borrowed; may be NULL */
  RP_VEC (rp_sources_entry) entries;
} rp_sources;

/* Returns the source of FILE, or NULL. SOURCES still owns it. Only regular files are opened: a report must not wait for
 * a pipe. */
const rp_source *rp_sources_find (rp_sources *sources, const char *file);
void rp_sources_clear (rp_sources *sources);

/* Stores in ID the finding's identity, 16 hexadecimal digits. It stays the same when lines above the finding are added
 * or removed. */
void rp_finding_identify (const rp_finding *finding, rp_sources *sources, char id[17]);

#endif
