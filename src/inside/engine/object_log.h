/* Which block or frame used a piece of memory at which time. The graph engine reports races at the end, when
 * blocks are freed and frames are gone; so it notes the heap block or the frame of what is accessed, once for
 * each use, and finds it again by the time of the access. Time is the number of entries so far.
 *
 * 40 bytes for each use of a block or frame; of the last RP_OBJECTS_MAX uses. */
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

/* The running task accesses ADDRESS at SITE; IS_FIRST: for the first time in this use. */
void rp_object_log_touch (uint64_t address, uint32_t site, bool is_first);

/* The bytes have a new use. */
void rp_object_log_forget (uint64_t address, uint64_t size);

uint64_t rp_object_log_now (void);

typedef struct rp_object
{
  rp_heap_block block; /* base 0: not on the heap */
  bool on_stack;
  rp_stack_frame stack;
  rp_thread_local own; /* module 0: not thread-local */
  uint64_t data;       /* what the task that found it there got as its argument; 0: not known */
  uint32_t data_site;  /* in that task */
  uint32_t word_count;
  uint64_t words[RP_OBJECT_WORDS]; /* what is at DATA: addresses of shared variables may be among them */
} rp_object;

/* The block or frame that had ADDRESS at TIME. The result has neither if that is not known. */
rp_object rp_object_log_find (uint64_t address, uint64_t time);

#endif
