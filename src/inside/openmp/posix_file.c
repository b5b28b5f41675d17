/* Calls that wait for files, in OpenMP programs: for pipes and sockets above all, whose other end another task may
 * have. A task that would wait in such a call lets the other tasks run, until the call would not wait. If no other
 * task can run, the task waits in the kernel: another process may have the other end.
 *
 * What is read from a pipe comes after what is written to it, so a write releases an object that a read acquires. Each pipe
 * has one object: a read comes after all writes before it in this run, as a task that gets a semaphore comes after all
 * that have posted it. A FIFO, which has a name, is a pipe. So are two sockets that socketpair makes, for each direction,
 * and an eventfd. Other sockets, terminals and files on disk order nothing. */
#include "base/map.h"
#include "inside/openmp/posix.h"
#include "inside/openmp/posix_time.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Weak: a program may have a function of its own by that name. */
#define WEAK __attribute__ ((weak))

enum
{
  NS_PER_MS = 1000000,
  US_PER_S = 1000000,
  /* After so many turns in a row in which tasks did nothing but wait, the process sleeps a little in each turn. */
  MAX_IDLE = 20
};

/* ---- turns ---- */

typedef struct file_turns
{
  int64_t until; /* the time of CLOCK_MONOTONIC at which the wait ends; INT64_MAX: no limit */
  unsigned idle; /* turns in a row in which tasks did nothing but wait */
} file_turns;

/* SPAN is in nanoseconds; below 0: no limit. */
static file_turns
begin_turns (int64_t span)
{
  return (file_turns) { .until = span < 0 ? INT64_MAX : rp_later (rp_now (CLOCK_MONOTONIC), span) };
}

static int64_t
time_left (const file_turns *turns)
{
  int64_t left = turns->until == INT64_MAX ? INT64_MAX : turns->until - rp_now (CLOCK_MONOTONIC);
  return left < 0 ? 0 : left;
}

/* Lets other tasks run once. Returns how long the process may wait for files before the next turn, in nanoseconds; below
 * 0: no limit. */
static int64_t
take_turn (file_turns *turns, uintptr_t pc)
{
  uint64_t before = rp_omp_events ();
  bool others_ran = rp_omp_idle (pc);
  int64_t left = time_left (turns);
  if (!others_ran)
    return left == INT64_MAX ? -1 : left;
  turns->idle = rp_omp_events () == before ? turns->idle + 1 : 0;
  int64_t slice = turns->idle > MAX_IDLE ? RP_SLICE_NS : 0;
  return slice < left ? slice : left;
}

/* ---- orders ---- */

static rp_map objects; /* key of a pipe -> address of its object */
static rp_map peers;   /* key of a socket -> key of the socket that it is connected with */

static uint64_t
key_of (const struct stat *status)
{
  return rp_hash64 (status->st_dev) ^ status->st_ino;
}

/* All eventfds have the same inode, which they share with other files without a type, such as timers. So the
 * number of the descriptor stands for the file. */
static uint64_t
key_of_event (int file)
{
  return rp_hash64 (UINT64_MAX - (unsigned) file);
}

static bool
is_event (const struct stat *status)
{
  return !(status->st_mode & S_IFMT);
}

/* Stores in *KEY the key of the pipe from which FILE reads, if IS_INPUT, or to which it writes. Returns false if
 * FILE orders nothing. Standard streams order nothing: they lead to other programs. */
static bool
find_key (int file, bool is_input, uint64_t *key)
{
  struct stat status;
  if (file <= STDERR_FILENO || RP_REAL (fstat) (file, &status))
    return false;
  *key = is_event (&status) ? key_of_event (file) : key_of (&status);
  if (!S_ISSOCK (status.st_mode))
    return S_ISFIFO (status.st_mode) || is_event (&status);
  const uint64_t *peer = rp_map_find (&peers, *key);
  if (peer && is_input)
    *key = *peer;
  return peer;
}

static const int *
new_object (void)
{
  enum
  {
    PAGE = 4096
  };
  static int *next, *end;
  if (next == end)
    {
      next = rp_pages_new (PAGE);
      end = next + PAGE / sizeof *next;
    }
  return next++;
}

static const int *
object_of (uint64_t key)
{
  int outer = rp_inside_begin_nested ();
  bool is_new;
  uint64_t *place = rp_map_insert (&objects, key, &is_new);
  if (is_new)
    *place = (uintptr_t) new_object ();
  const int *object = (const int *) (uintptr_t) *place;
  rp_inside_end_nested (outer);
  return object;
}

static bool
is_program (uintptr_t pc)
{
  return rp_monitor_is_on () && rp_thread_is_main () && !rp_omp_is_gfortran (pc);
}

static void
release (int file, uintptr_t pc)
{
  uint64_t key;
  if (rp_monitor_is_parallel () && find_key (file, false, &key))
    rp_omp_posix_release (object_of (key), sizeof (int), 0, pc);
}

static void
acquire (int file, uintptr_t pc)
{
  uint64_t key;
  if (rp_monitor_is_parallel () && find_key (file, true, &key))
    rp_omp_posix_acquire (object_of (key), sizeof (int), true, pc);
}

void
rp_omp_after_input (int file, uintptr_t pc)
{
  int saved = errno;
  if (is_program (pc))
    acquire (file, pc);
  errno = saved;
}

/* A task that reads to the end of a pipe comes after the tasks that have closed the other end. Nobody reads from an eventfd
 * that is closed, and its number may stand for another file after the call. So earlier writes to an eventfd are
 * forgotten. */
void
rp_omp_before_close (int file, uintptr_t pc)
{
  int saved = errno;
  struct stat status;
  if (is_program (pc) && !RP_REAL (fstat) (file, &status))
    {
      int outer = rp_inside_begin_nested ();
      bool was_event = is_event (&status);
      if (was_event)
        rp_map_remove (&objects, key_of_event (file));
      rp_inside_end_nested (outer);
      if (!was_event)
        release (file, pc);
    }
  errno = saved;
}

void
rp_omp_after_pair (const int ends[2])
{
  int saved = errno;
  struct stat first, second;
  if (rp_thread_is_main () && !RP_REAL (fstat) (ends[0], &first)
      && !RP_REAL (fstat) (ends[1], &second))
    {
      int outer = rp_inside_begin_nested ();
      *rp_map_insert (&peers, key_of (&first), NULL) = key_of (&second);
      *rp_map_insert (&peers, key_of (&second), NULL) = key_of (&first);
      rp_inside_end_nested (outer);
    }
  errno = saved;
}

/* ---- calls that read or write one file ---- */

static bool
is_ready (int file, short events, int64_t span)
{
  struct pollfd wanted = { .fd = file, .events = events };
  struct timespec time = rp_timespec_of (span);
  return RP_REAL (ppoll) (&wanted, 1, &time, NULL) > 0;
}

/* Returns the time limit that the program has set for calls on FILE, in nanoseconds; -1: none. */
static int64_t
own_limit (int file, short events)
{
  struct timeval limit = { 0 };
  socklen_t size = sizeof limit;
  if (RP_REAL (getsockopt) (file, SOL_SOCKET, events == POLLIN ? SO_RCVTIMEO : SO_SNDTIMEO, &limit,
                            &size)
      || (!limit.tv_sec && !limit.tv_usec))
    return -1;
  return (int64_t) limit.tv_sec * RP_NS_PER_S + (int64_t) limit.tv_usec * 1000;
}

/* Lets other tasks run until FILE is ready for EVENTS, until no other task can run, or until the time limit of
 * FILE (own_limit) has come. Does nothing if FILE is ready. If FILE is not ready, and calls on it do not wait
 * (O_NONBLOCK), other tasks have one turn, since the program may ask again and again. In exploration, ends the
 * program if FILE is not ready and other tasks can run. */
static void
wait_for (int file, short events, uintptr_t pc)
{
  if (file < 0 || !rp_others_are_ready () || is_ready (file, events, 0))
    return;
  if (rp_engine_is_explored ())
    rp_omp_unsupported ("exploring a task that waits for a pipe, a socket or another file",
                        rp_omp_enter (pc));
  if (RP_REAL (fcntl) (file, F_GETFL) & O_NONBLOCK)
    {
      rp_omp_idle (pc);
      return;
    }
  file_turns turns = begin_turns (own_limit (file, events));
  int64_t slice;
  do
    slice = take_turn (&turns, pc);
  while (rp_others_are_ready () && time_left (&turns) && !is_ready (file, events, slice));
}

void
rp_omp_before_input (int file, bool waits, uintptr_t pc)
{
  int saved = errno;
  if (waits && is_program (pc))
    wait_for (file, POLLIN, pc);
  errno = saved;
}

/* Returns whether FILE is a pipe or a socket of a stream, and calls on it wait: such a call may wait after it
 * has read or written some of its bytes. */
static bool
takes_parts (int file)
{
  struct stat status;
  int type = 0;
  socklen_t size = sizeof type;
  if (RP_REAL (fstat) (file, &status) || RP_REAL (fcntl) (file, F_GETFL) & O_NONBLOCK)
    return false;
  return S_ISFIFO (status.st_mode)
         || (S_ISSOCK (status.st_mode)
             && !RP_REAL (getsockopt) (file, SOL_SOCKET, SO_TYPE, &type, &size)
             && type == SOCK_STREAM);
}

bool
rp_omp_is_pipe (int file)
{
  int saved = errno;
  bool is_pipe = rp_thread_is_main () && rp_others_are_ready () && takes_parts (file);
  errno = saved;
  return is_pipe;
}

/* A pipe or socket that is ready takes at least PIPE_BUF bytes. */
size_t
rp_omp_before_output (int file, size_t size, bool waits, uintptr_t pc)
{
  int saved = errno;
  if (is_program (pc))
    {
      if (waits)
        wait_for (file, POLLOUT, pc);
      release (file, pc);
      if (waits && size > PIPE_BUF && rp_others_are_ready () && takes_parts (file))
        size = PIPE_BUF;
    }
  errno = saved;
  return size;
}

/* ---- calls that wait for several files ---- */

/* Acquires those of the COUNT FILES that have input or whose other end is closed: the program has seen this. */
static void
acquire_ready (const struct pollfd *files, nfds_t count, uintptr_t pc)
{
  int saved = errno;
  for (nfds_t i = 0; i < count && rp_monitor_is_parallel (); i++)
    if (files[i].revents & (POLLIN | POLLHUP))
      acquire (files[i].fd, pc);
  errno = saved;
}

static int
poll_by_turns (struct pollfd *files, nfds_t count, int64_t span, const sigset_t *mask, uintptr_t pc)
{
  file_turns turns = begin_turns (span);
  struct timespec time = { 0 };
  for (;;)
    {
      int found = RP_REAL (ppoll) (files, count, &time, mask);
      if (found || (turns.until != INT64_MAX && !time_left (&turns)))
        {
          if (!found && !span)
            rp_omp_idle (pc); /* the program may ask again and again */
          return found;
        }
      int64_t slice = take_turn (&turns, pc);
      if (slice < 0)
        return RP_REAL (ppoll) (files, count, NULL, mask);
      time = rp_timespec_of (slice);
    }
}

/* Returns whether SPAN is NULL or a valid time. If not, the caller calls the real function, which fails. */
static bool
is_span (const struct timespec *span)
{
  return !span || (span->tv_sec >= 0 && span->tv_nsec >= 0 && span->tv_nsec < RP_NS_PER_S);
}

static int
poll_files (struct pollfd *files, nfds_t count, const struct timespec *span, const sigset_t *mask,
            uintptr_t pc)
{
  int found;
  if (rp_others_are_ready () && is_span (span))
    found = poll_by_turns (files, count, span ? rp_nanoseconds (span) : -1, mask, pc);
  else
    found = RP_REAL (ppoll) (files, count, span, mask);
  if (found > 0)
    acquire_ready (files, count, pc);
  return found;
}

static int
poll_milliseconds (struct pollfd *files, nfds_t count, int milliseconds, uintptr_t pc)
{
  struct timespec span = rp_timespec_of ((int64_t) milliseconds * NS_PER_MS);
  return poll_files (files, count, milliseconds < 0 ? NULL : &span, NULL, pc);
}

#define PC ((uintptr_t) __builtin_return_address (0))

WEAK int
ppoll (struct pollfd *files, nfds_t count, const struct timespec *span, const sigset_t *mask)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (ppoll) (files, count, span, mask);
  return poll_files (files, count, span, mask, PC);
}

WEAK int
poll (struct pollfd *files, nfds_t count, int milliseconds)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (poll) (files, count, milliseconds);
  return poll_milliseconds (files, count, milliseconds, PC);
}

/* The fortified forms. ROOM is the size of FILES in bytes; if ROOM is too small, the C library ends the program. */
int __poll_chk (struct pollfd *files, nfds_t count, int milliseconds, size_t room);
int __ppoll_chk (struct pollfd *files, nfds_t count, const struct timespec *span,
                 const sigset_t *mask, size_t room);

WEAK int
__poll_chk (struct pollfd *files, nfds_t count, int milliseconds, size_t room)
{
  if (!rp_omp_is_ours () || room / sizeof *files < count)
    return RP_REAL (__poll_chk) (files, count, milliseconds, room);
  return poll_milliseconds (files, count, milliseconds, PC);
}

WEAK int
__ppoll_chk (struct pollfd *files, nfds_t count, const struct timespec *span, const sigset_t *mask,
             size_t room)
{
  if (!rp_omp_is_ours () || room / sizeof *files < count)
    return RP_REAL (__ppoll_chk) (files, count, span, mask, room);
  return poll_files (files, count, span, mask, PC);
}

typedef struct file_sets
{
  fd_set read, write, except;
} file_sets;

static void
copy_set (fd_set *to, const fd_set *from)
{
  if (to && from)
    *to = *from;
}

static int
select_by_turns (int count, fd_set *read, fd_set *write, fd_set *except, int64_t span,
                 const sigset_t *mask, uintptr_t pc)
{
  file_sets wanted;
  copy_set (&wanted.read, read);
  copy_set (&wanted.write, write);
  copy_set (&wanted.except, except);
  file_turns turns = begin_turns (span);
  struct timespec time = { 0 };
  const struct timespec *limit = &time;
  for (;;)
    {
      int found = RP_REAL (pselect) (count, read, write, except, limit, mask);
      if (found || !limit || (turns.until != INT64_MAX && !time_left (&turns)))
        {
          if (!found && !span)
            rp_omp_idle (pc);
          return found;
        }
      int64_t slice = take_turn (&turns, pc);
      copy_set (read, &wanted.read);
      copy_set (write, &wanted.write);
      copy_set (except, &wanted.except);
      time = rp_timespec_of (slice);
      limit = slice < 0 ? NULL : &time;
    }
}

static void
acquire_set (int count, const fd_set *read, uintptr_t pc)
{
  int saved = errno;
  for (int file = 0; file < count && read && rp_monitor_is_parallel (); file++)
    if (FD_ISSET (file, read))
      acquire (file, pc);
  errno = saved;
}

static int
select_files (int count, fd_set *read, fd_set *write, fd_set *except, const struct timespec *span,
              const sigset_t *mask, uintptr_t pc)
{
  int found;
  if (rp_others_are_ready () && count <= FD_SETSIZE && is_span (span))
    found
      = select_by_turns (count, read, write, except, span ? rp_nanoseconds (span) : -1, mask, pc);
  else
    found = RP_REAL (pselect) (count, read, write, except, span, mask);
  if (found > 0 && count <= FD_SETSIZE)
    acquire_set (count, read, pc);
  return found;
}

WEAK int
pselect (int count, fd_set *read, fd_set *write, fd_set *except, const struct timespec *span,
         const sigset_t *mask)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (pselect) (count, read, write, except, span, mask);
  return select_files (count, read, write, except, span, mask, PC);
}

WEAK int
select (int count, fd_set *read, fd_set *write, fd_set *except, struct timeval *span)
{
  if (!rp_omp_is_ours ())
    return RP_REAL (select) (count, read, write, except, span);
  struct timespec time = { 0 };
  if (span) /* select takes more than a second of microseconds, pselect does not take as much in nanoseconds */
    time = (struct timespec) { .tv_sec = span->tv_sec + span->tv_usec / US_PER_S,
                               .tv_nsec = span->tv_usec % US_PER_S * 1000 };
  file_turns limit = begin_turns (span ? rp_nanoseconds (&time) : -1);
  int found = select_files (count, read, write, except, span ? &time : NULL, NULL, PC);
  if (span && is_span (&time)) /* as Linux does, store the time that was left */
    {
      time = rp_timespec_of (time_left (&limit));
      *span = (struct timeval) { .tv_sec = time.tv_sec, .tv_usec = time.tv_nsec / 1000 };
    }
  return found;
}

/* An event does not say which file it is about. So the call orders nothing; the reads that follow it do. */
static int
epoll_by_turns (int file, struct epoll_event *events, int count, int milliseconds,
                const sigset_t *mask, uintptr_t pc)
{
  file_turns turns = begin_turns (milliseconds < 0 ? -1 : (int64_t) milliseconds * NS_PER_MS);
  int wait = 0;
  for (;;)
    {
      int found = RP_REAL (epoll_pwait) (file, events, count, wait, mask);
      if (found || wait < 0 || (turns.until != INT64_MAX && !time_left (&turns)))
        {
          if (!found && !milliseconds)
            rp_omp_idle (pc);
          return found;
        }
      int64_t slice = take_turn (&turns, pc);
      wait = slice < 0 ? -1 : (int) ((slice + NS_PER_MS - 1) / NS_PER_MS);
    }
}

WEAK int
epoll_pwait (int file, struct epoll_event *events, int count, int milliseconds,
             const sigset_t *mask)
{
  if (!rp_omp_is_ours () || !rp_others_are_ready ())
    return RP_REAL (epoll_pwait) (file, events, count, milliseconds, mask);
  return epoll_by_turns (file, events, count, milliseconds, mask, PC);
}

WEAK int
epoll_wait (int file, struct epoll_event *events, int count, int milliseconds)
{
  if (!rp_omp_is_ours () || !rp_others_are_ready ())
    return RP_REAL (epoll_wait) (file, events, count, milliseconds);
  return epoll_by_turns (file, events, count, milliseconds, NULL, PC);
}
