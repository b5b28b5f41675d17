/* The server: one process that waits for requests, and forks a child for each. The server never returns to the program;
 * its children do. */
#include "core/event/wire.h"
#include "core/runtime/policy.h"
#include "inside/engine/engine.h"
#include "inside/explored/explored.h"
#include "inside/hook/libc_real.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void
wait_for (_Atomic uint32_t *word, uint32_t value)
{
  while (atomic_load (word) == value)
    syscall (SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
}

static void
ring (_Atomic uint32_t *word)
{
  atomic_fetch_add (word, 1);
  syscall (SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

void
rp_explored_hand_over (rp_wire *wire)
{
  int saved = errno;
  uint32_t before = atomic_load (&wire->go);
  atomic_store (&wire->asks, 1);
  ring (&wire->bell);
  wait_for (&wire->go, before);
  errno = saved;
}

/* ---- where addresses come from ---- */

static void
write_module (rp_wire *wire, uint64_t low, uint64_t high, uint64_t bias, const char *path)
{
  uint32_t more = (uint32_t) (strlen (path) + 8) & ~7u;
  rp_wire_record record = { .kind = RP_WIRE_MODULE, .more = more, .first = low, .second = high };
  record.d = bias;
  if (wire->written + sizeof record + more > RP_WIRE_BYTES)
    return;
  memcpy (wire->records + wire->written, &record, sizeof record);
  strcpy (wire->records + wire->written + sizeof record, path);
  wire->written += (uint32_t) sizeof record + more;
}

static int
tell_module (struct dl_phdr_info *info, size_t size, void *context)
{
  (void) size;
  uint64_t low = UINT64_MAX, high = 0;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD)
      {
        uint64_t begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        uint64_t end = begin + info->dlpi_phdr[i].p_memsz;
        low = begin < low ? begin : low;
        high = end > high ? end : high;
      }
  char path[PATH_MAX] = "";
  if (!info->dlpi_name || !*info->dlpi_name)
    {
      ssize_t length = RP_REAL (readlink) ("/proc/self/exe", path, sizeof path - 1);
      path[length > 0 ? length : 0] = '\0';
    }
  write_module (context, low, high, info->dlpi_addr, *path ? path : info->dlpi_name);
  return 0;
}

/* ---- children ---- */

/* Sends the program's output to /dev/null: it is shown for one schedule only. */
static void
silence (void)
{
  static bool is_silent;
  int nowhere = is_silent ? -1 : RP_REAL (open) ("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0)
    return;
  is_silent = true;
  RP_REAL (dup2) (nowhere, STDOUT_FILENO);
  RP_REAL (dup2) (nowhere, STDERR_FILENO);
  RP_REAL (close) (nowhere);
}

/* Opens the input anew, so that each child reads it from the beginning. */
static void
open_input (const rp_wire *wire)
{
  int input = RP_REAL (open) (wire->input_path, O_RDONLY | O_CLOEXEC);
  if (input < 0)
    return;
  RP_REAL (dup2) (input, STDIN_FILENO);
  RP_REAL (close) (input);
}

/* Turns the forked process into a child, which ends with the server, and has a process group of its own for the
 * processes that it starts. */
static void
become_child (rp_wire *wire, pid_t server)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != server)
    rp_exit_now (0); /* the server ended before prctl was called */
  setpgid (0, 0);
  if (wire->has_input)
    open_input (wire);
  rp_explored_connect (wire);
}

/* Forks a child and waits for its end. Returns true in the child, false in the server. The explorer may kill the child
 * as long as wire->child has its number. */
static bool
serve (rp_wire *wire, uint32_t request)
{
  if (wire->is_quiet)
    silence ();
  pid_t server = RP_REAL (getpid) (), child = RP_REAL (fork) ();
  if (!child)
    {
      become_child (wire, server);
      return true;
    }
  siginfo_t info;
  int status = 0;
  atomic_store (&wire->child, child);
  while (child > 0 && waitid (P_PID, (id_t) child, &info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
    continue;
  atomic_store (&wire->child, 0);
  if (child > 0)
    {
      RP_REAL (kill) (-child, SIGKILL);
      RP_REAL (waitpid) (child, &status, 0);
    }
  wire->status = child > 0 ? status : -1;
  atomic_store (&wire->served, request);
  ring (&wire->bell);
  return false;
}

static rp_wire *
find_wire (const char *number)
{
  int fd = atoi (number);
  rp_wire *wire = RP_REAL (mmap) (NULL, sizeof *wire, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  RP_REAL (close) (fd);
  if (strchr (number, ','))
    unsetenv ("LD_BIND_NOW");
  unsetenv (RP_WIRE_VARIABLE);
  return wire == MAP_FAILED ? NULL : wire;
}

bool
rp_explored_start (void)
{
  const char *number = getenv (RP_WIRE_VARIABLE);
  if (!number)
    {
      if (!getenv (RP_WIRE_ANSWERS_VARIABLE))
        return false;
      rp_explored_connect (NULL);
      return true;
    }
  rp_wire *wire = find_wire (number);
  if (!wire)
    rp_exit_now (127);
  if (wire->version != RP_WIRE_VERSION || wire->size != sizeof *wire
      || wire->stand_size != sizeof (rp_stand))
    {
      atomic_store (&wire->is_refused, 1);
      ring (&wire->bell);
      rp_exit_now (127);
    }
  dl_iterate_phdr (tell_module, wire);
  uint32_t request = atomic_load (&wire->request);
  atomic_store (&wire->is_ready, 1);
  ring (&wire->bell);
  for (;; request++)
    {
      wait_for (&wire->request, request);
      if (serve (wire, request + 1))
        return true;
    }
}
