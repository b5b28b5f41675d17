/* Which block or frame used a piece of memory at which time. The graph engine reports races at the end, when blocks are
 * freed and frames are gone. So the log notes the heap block or the frame of each accessed address, once for each use,
 * and finds it again by the time of the access. Time is the number of entries so far.
 *
 * An entry has 40 bytes. The log keeps the last RP_OBJECTS_MAX entries at most. */
#ifndef RP_INSIDE_ENGINE_OBJECT_LOG_H
#define RP_INSIDE_ENGINE_OBJECT_LOG_H

#include "inside/front/front.h"
#include "inside/hook/monitor.h"
#include "inside/stack/stack_frame.h"

#include <stdbool.h>
#include <stdint.h>

#define RP_OBJECTS_MAX ((uint64_t) 1 << 20)

enum
{
  RP_OBJECT_WORDS = 32
};

/* The running task accesses ADDRESS at SITE. Adds an entry if the log has none for this use of the memory. IS_FIRST:
 * this is the first access in this use. */
void rp_object_log_touch (uint64_t address, uint32_t site, bool is_first);

/* The bytes have a new use: the next access to them adds an entry. */
void rp_object_log_forget (uint64_t address, uint64_t size);

uint64_t rp_object_log_now (void);

typedef struct rp_object
{
  rp_heap_block block; /* base 0: not on the heap */
  bool on_stack;
  rp_stack_frame stack;
  rp_thread_local own; /* module 0: not thread-local */
  uint64_t data;       /* the argument of the task that accessed the object; 0: not known */
  uint32_t data_site;  /* where that task accessed the object */
  uint32_t word_count;
  uint64_t words[RP_OBJECT_WORDS]; /* the words at address `data`: some may be addresses of shared variables */
} rp_object;

/* Returns the block or frame that had ADDRESS at TIME. The result has neither if that is not known. */
rp_object rp_object_log_find (uint64_t address, uint64_t time);

#endif
