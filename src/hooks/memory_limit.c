#include "hooks/memory_limit.h"

#include "hooks/engine.h"
#include "hooks/libc_real.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum
{
  EVERY = 16 /* calls: to ask takes some microseconds */
};

static rp_engine_state *const engine = &rp_engine_now;

/* Resident pages: the second number. The file is opened anew, for a program may close everything.
 */
static uint64_t
resident_bytes (void)
{
  char text[128];
  int fd = RP_REAL (open) ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  ssize_t length = fd >= 0 ? RP_REAL (read) (fd, text, sizeof text - 1) : 0;
  if (fd >= 0)
    RP_REAL (close) (fd);
  text[length > 0 ? length : 0] = '\0';
  char *rest;
  strtoull (text, &rest, 10);
  return strtoull (rest, NULL, 10) * (uint64_t) sysconf (_SC_PAGESIZE);
}

static _Noreturn void
give_up (void)
{
  char message[96];
  rp_monitor_inside = 1;
  snprintf (message, sizeof message, "the memory limit of %llu MB was reached",
            (unsigned long long) engine->options.memory_limit_mb);
  engine->stop_task = rp_monitor_task ();
  engine->ended = true;
  if (engine->with_graph)
    rp_graph_engine_end ();
  int status = rp_raw_report_end ("memory-limit", message, 0);
  fflush (NULL);
  rp_exit_now (status);
}

void
rp_memory_limit_check (void)
{
  static unsigned calls;
  uint64_t limit = engine->options.memory_limit_mb;
  if (limit && ++calls % EVERY == 0 && resident_bytes () >> 20 >= limit)
    give_up ();
}
