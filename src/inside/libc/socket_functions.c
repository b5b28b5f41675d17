/* Calls to the system about sockets. Such a call reads or writes the program's buffers, and may wait for the
 * task that has the other end. */
#include "inside/libc/waiting.h"

#include <sys/socket.h>
#include <sys/uio.h>

RP_HOOKS_FILE (sockets);

static inline void
note_buffer (const void *buffer, size_t size, uintptr_t pc)
{
  if (rp_monitor_is_on ())
    rp_note_read (buffer, size, pc);
}

/* The call returned RESULT. If it stored an address, of *SIZE bytes, records the writes of the address and of
 * *SIZE. The call cut the address off behind ROOM bytes. */
static void
note_address (const struct sockaddr *address, const socklen_t *size, socklen_t room, ssize_t result,
              uintptr_t pc)
{
  if (result < 0 || !address || !size || !rp_monitor_is_on ())
    return;
  rp_note_write (size, sizeof *size, pc);
  rp_note_write (address, *size < room ? *size : room, pc);
}

static bool
waits (int flags)
{
  return !(flags & MSG_DONTWAIT);
}

/* Returns how many bytes a call that returned RESULT has stored in a buffer of SIZE bytes. With MSG_TRUNC the result is
 * the length of the whole message. */
static ssize_t
received (ssize_t result, size_t size)
{
  return result > 0 && (size_t) result > size ? (ssize_t) size : result;
}

RP_HOOK (ssize_t, recv, int file, void *buffer, size_t size, int flags)
{
  before_input (file, waits (flags), RP_CALLER);
  ssize_t result = RP_REAL (recv) (file, buffer, size, flags);
  after_input (file, result, RP_CALLER);
  note_input (buffer, received (result, size), RP_CALLER);
  return result;
}

RP_HOOK (ssize_t, __recv_chk, int file, void *buffer, size_t size, size_t room, int flags)
{
  before_input (file, waits (flags), RP_CALLER);
  ssize_t result = RP_REAL (__recv_chk) (file, buffer, size, room, flags);
  after_input (file, result, RP_CALLER);
  note_input (buffer, received (result, size), RP_CALLER);
  return result;
}

RP_HOOK (ssize_t, recvfrom, int file, void *restrict buffer, size_t size, int flags,
         struct sockaddr *restrict address, socklen_t *restrict address_size)
{
  socklen_t room = address && address_size ? *address_size : 0;
  before_input (file, waits (flags), RP_CALLER);
  ssize_t result = RP_REAL (recvfrom) (file, buffer, size, flags, address, address_size);
  after_input (file, result, RP_CALLER);
  note_input (buffer, received (result, size), RP_CALLER);
  note_address (address, address_size, room, result, RP_CALLER);
  return result;
}

RP_HOOK (ssize_t, recvmsg, int file, struct msghdr *message, int flags)
{
  before_input (file, waits (flags), RP_CALLER);
  ssize_t result = RP_REAL (recvmsg) (file, message, flags);
  size_t left = result > 0 ? (size_t) result : 0;
  after_input (file, result, RP_CALLER);
  for (size_t i = 0; left && i < message->msg_iovlen; i++)
    {
      const struct iovec *part = &message->msg_iov[i];
      size_t size = part->iov_len < left ? part->iov_len : left;
      note_input (part->iov_base, (ssize_t) size, RP_CALLER);
      left -= size;
    }
  return result;
}

/* Sends SIZE bytes, in parts that do not wait for another task. Returns how many bytes were sent; -1 if the
 * first part could not be sent. */
static ssize_t
send_parts (int file, const char *buffer, size_t size, int flags, uintptr_t pc)
{
  size_t done = 0;
  do
    {
      size_t part = rp_front_now.before_output (file, size - done, waits (flags), pc);
      ssize_t result = RP_REAL (send) (file, buffer + done, part, flags);
      if (result < 0)
        return done ? (ssize_t) done : result;
      done += (size_t) result;
      if ((size_t) result < part)
        break;
    }
  while (done < size);
  return (ssize_t) done;
}

RP_HOOK (ssize_t, send, int file, const void *buffer, size_t size, int flags)
{
  note_buffer (buffer, size, RP_CALLER);
  if (!rp_monitor_is_on ())
    return RP_REAL (send) (file, buffer, size, flags);
  return send_parts (file, buffer, size, flags, RP_CALLER);
}

RP_HOOK (ssize_t, sendto, int file, const void *buffer, size_t size, int flags,
         const struct sockaddr *address, socklen_t address_size)
{
  note_buffer (buffer, size, RP_CALLER);
  if (address)
    note_buffer (address, address_size, RP_CALLER);
  if (rp_monitor_is_on ())
    rp_front_now.before_output (file, size, waits (flags), RP_CALLER);
  return RP_REAL (sendto) (file, buffer, size, flags, address, address_size);
}

RP_HOOK (ssize_t, sendmsg, int file, const struct msghdr *message, int flags)
{
  if (rp_monitor_is_on ())
    {
      for (size_t i = 0; i < message->msg_iovlen; i++)
        rp_note_read (message->msg_iov[i].iov_base, message->msg_iov[i].iov_len, RP_CALLER);
      rp_front_now.before_output (file, 1, waits (flags), RP_CALLER);
    }
  return RP_REAL (sendmsg) (file, message, flags);
}

/* A connection that waits to be accepted counts as input of FILE. To accept it orders nothing. */
RP_HOOK (int, accept, int file, struct sockaddr *restrict address, socklen_t *restrict size)
{
  socklen_t room = address && size ? *size : 0;
  before_input (file, true, RP_CALLER);
  int result = RP_REAL (accept) (file, address, size);
  note_address (address, size, room, result, RP_CALLER);
  return result;
}

RP_HOOK (int, accept4, int file, struct sockaddr *restrict address, socklen_t *restrict size,
         int flags)
{
  socklen_t room = address && size ? *size : 0;
  before_input (file, true, RP_CALLER);
  int result = RP_REAL (accept4) (file, address, size, flags);
  note_address (address, size, room, result, RP_CALLER);
  return result;
}

RP_HOOK (int, socketpair, int domain, int type, int protocol, int ends[2])
{
  int result = RP_REAL (socketpair) (domain, type, protocol, ends);
  if (!result && rp_monitor_is_on ())
    {
      rp_note_write (ends, 2 * sizeof *ends, RP_CALLER);
      rp_front_now.after_pair (ends);
    }
  return result;
}
