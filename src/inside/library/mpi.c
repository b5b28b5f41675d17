#include "inside/library/mpi.h"

#include "base/vec.h"
#include "inside/hook/hook.h"

#include <dlfcn.h>
#include <string.h>

typedef enum kind
{
  TRANSFER, /* the accesses are known before the call */
  RECEIVE,  /* the status after the call says how much was written */
  BEGINNING, /* begins an operation: its accesses are recorded now, and again when it is completed */
  COMPLETION /* waits for operations that were begun, or tests them */
} kind;

typedef struct description
{
  const char *name, *words;
  kind kind;
} description;

static const description functions[] = {
  { "MPI_Send", "r to . comm", TRANSFER },
  { "MPI_Ssend", "r to . comm", TRANSFER },
  { "MPI_Rsend", "r to . comm", TRANSFER },
  { "MPI_Bsend", "r to . comm", TRANSFER },
  { "MPI_Recv", "w to . comm status", RECEIVE },
  { "MPI_Sendrecv", "r to . w to . comm status", RECEIVE },
  { "MPI_Isend", "r to . comm request", BEGINNING },
  { "MPI_Issend", "r to . comm request", BEGINNING },
  { "MPI_Irsend", "r to . comm request", BEGINNING },
  { "MPI_Ibsend", "r to . comm request", BEGINNING },
  { "MPI_Irecv", "w to . comm request", BEGINNING },
  { "MPI_Bcast", "b root comm", TRANSFER },
  { "MPI_Reduce", "x y@ ct . root comm", TRANSFER },
  { "MPI_Allreduce", "x y ct . comm", TRANSFER },
  { "MPI_Scan", "x y ct . comm", TRANSFER },
  { "MPI_Exscan", "x y ct . comm", TRANSFER },
  { "MPI_Reduce_scatter_block", "xn y ct . comm", TRANSFER },
  { "MPI_Gather", "r wn@ root comm", TRANSFER },
  { "MPI_Gatherv", "r wv@ root comm", TRANSFER },
  { "MPI_Scatter", "rn@ w root comm", TRANSFER },
  { "MPI_Scatterv", "rv@ w root comm", TRANSFER },
  { "MPI_Allgather", "r wn comm", TRANSFER },
  { "MPI_Allgatherv", "r wv comm", TRANSFER },
  { "MPI_Alltoall", "rn wn comm", TRANSFER },
  { "MPI_Alltoallv", "rv wv comm", TRANSFER },
  { "MPI_Ibcast", "b root comm request", BEGINNING },
  { "MPI_Ireduce", "x y@ ct . root comm request", BEGINNING },
  { "MPI_Iallreduce", "x y ct . comm request", BEGINNING },
  { "MPI_Igather", "r wn@ root comm request", BEGINNING },
  { "MPI_Iscatter", "rn@ w root comm request", BEGINNING },
  { "MPI_Iallgather", "r wn comm request", BEGINNING },
  { "MPI_Ialltoall", "rn wn comm request", BEGINNING },
  { "MPI_Ibarrier", "comm request", BEGINNING },
  { "MPI_Wait", "1 status", COMPLETION },
  { "MPI_Waitall", "n statuses", COMPLETION },
  { "MPI_Waitany", "n o status", COMPLETION },
  { "MPI_Test", "1 o status", COMPLETION },
  { "MPI_Testall", "n o statuses", COMPLETION },
  { "MPI_Testany", "n o o status", COMPLETION },
  { "MPI_Comm_rank", ". o", TRANSFER },
  { "MPI_Comm_size", ". o", TRANSFER },
  { "MPI_Barrier", "comm", TRANSFER },
  { "MPI_Wtime", "", TRANSFER },
  { "MPI_Wtick", "", TRANSFER },
  { "MPI_Abort", ". .", TRANSFER },
};

bool
rp_mpi_is_library (const char *file)
{
  static const char *const beginnings[] = { "libmpi",    "libopen-rte", "libopen-pal", "libpmix",    "mca_",       "libucp",
                                            "libucs",    "libuct",      "libucm",      "libfabric",  "libpsm",     "libibverbs",
                                            "librdmacm", "libpmi",      "libhwloc",    "libevent_", "libmunge" };
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (!strncmp (file, beginnings[i], strlen (beginnings[i])))
      return true;
  return false;
}

/* ---- the implementation ---- */

typedef uint64_t word;

/* The functions of MPI that we call. A handle that is shorter than a word is in the lower part of a word. */
static struct
{
  bool is_known;
  int (*type_size) (word type, int *size);
  int (*type_get_extent) (word type, intptr_t *lower, intptr_t *extent);
  int (*type_get_true_extent) (word type, intptr_t *lower, intptr_t *extent);
  int (*comm_rank) (word comm, int *rank);
  int (*comm_size) (word comm, int *size);
  int (*comm_test_inter) (word comm, int *flag);
  int (*get_count) (const void *status, word type, int *count);
  word in_place, no_status;
  int32_t no_process;
  size_t request_bytes, status_bytes;
} mpi;

static void *
find (const char *name)
{
  return dlsym (RTLD_DEFAULT, name);
}

static bool
find_implementation (void)
{
  if (mpi.is_known)
    return true;
  mpi.type_size = (int (*) (word, int *)) find ("PMPI_Type_size");
  mpi.type_get_extent = (int (*) (word, intptr_t *, intptr_t *)) find ("PMPI_Type_get_extent");
  mpi.type_get_true_extent = (int (*) (word, intptr_t *, intptr_t *)) find ("PMPI_Type_get_true_extent");
  mpi.comm_rank = (int (*) (word, int *)) find ("PMPI_Comm_rank");
  mpi.comm_size = (int (*) (word, int *)) find ("PMPI_Comm_size");
  mpi.comm_test_inter = (int (*) (word, int *)) find ("PMPI_Comm_test_inter");
  mpi.get_count = (int (*) (const void *, word, int *)) find ("PMPI_Get_count");
  bool is_open_mpi = find ("ompi_mpi_comm_world"), is_mpich = find ("MPIR_Dup_fn");
  mpi.in_place = is_open_mpi ? 1 : (word) -1;
  mpi.no_status = is_open_mpi ? 0 : 1;
  mpi.no_process = is_open_mpi ? -2 : -1;
  mpi.request_bytes = is_open_mpi ? 8 : 4;
  mpi.status_bytes = is_open_mpi ? 24 : 20;
  mpi.is_known = (is_open_mpi || is_mpich) && mpi.type_size && mpi.type_get_extent && mpi.type_get_true_extent
                 && mpi.comm_rank && mpi.comm_size && mpi.comm_test_inter && mpi.get_count;
  return mpi.is_known;
}

/* ---- what a call accesses ---- */

typedef struct range
{
  char *address;
  size_t size;
  bool is_read, is_write;
} range;

/* An operand that a description names. */
typedef struct operand
{
  const char *word; /* its word in the description */
  char *base;
  word count, type, displacements;
  bool is_null; /* the other process is MPI_PROC_NULL, so nothing is transferred */
} operand;

enum
{
  MAX_OPERANDS = 2,
  MAX_WORDS = 12,
  STATUS_ROOM = 64
};

typedef struct reading
{
  const rp_call *call;
  unsigned next;
  operand operands[MAX_OPERANDS];
  size_t count;
  word comm, status, request, root;
  unsigned status_at; /* the number of the status parameter */
  bool has_root, is_unclear;
  int rank, ranks;
} reading;

/* The ranges that one call accesses. The next call uses the same array again. */
static RP_VEC (range) ranges;

static word
next_word (reading *r)
{
  return rp_call_word (r->call, r->next++);
}

static void
read_word (reading *r, const char *text, size_t length)
{
  operand *last = r->count ? &r->operands[r->count - 1] : NULL;
  if (length >= 4 && !strncmp (text, "comm", 4))
    r->comm = next_word (r);
  else if (!strncmp (text, "root", 4))
    {
      r->root = next_word (r);
      r->has_root = true;
    }
  else if (!strncmp (text, "request", 7))
    r->request = next_word (r);
  else if (!strncmp (text, "status", 6))
    {
      r->status_at = r->next;
      r->status = next_word (r);
    }
  else if (!strncmp (text, "to", 2))
    last->is_null = (int32_t) next_word (r) == mpi.no_process;
  else if (!strncmp (text, "ct", 2))
    {
      word count = next_word (r), type = next_word (r);
      for (size_t i = 0; i < r->count; i++)
        {
          r->operands[i].count = count;
          r->operands[i].type = type;
        }
    }
  else if (*text == 'o')
    rp_note_write ((void *) next_word (r), sizeof (int), rp_call_pc (r->call));
  else if (*text == '.')
    r->next++;
  else
    {
      operand *o = &r->operands[r->count++];
      *o = (operand) { .word = text, .base = (char *) next_word (r) };
      if (*text == 'x' || *text == 'y')
        return;
      o->count = next_word (r);
      o->displacements = text[1] == 'v' ? next_word (r) : 0;
      o->type = next_word (r);
    }
}

/* Adds to `ranges` the memory of COUNT elements of the operand's type, from number FIRST on. If the type has gaps, its
 * memory is not known here: sets R->is_unclear instead. */
static void
add_range (reading *r, const operand *o, int64_t first, int64_t count, bool is_read, bool is_write)
{
  int size = 0;
  intptr_t lower, extent, true_lower, true_extent;
  if (count <= 0)
    return;
  if (mpi.type_size (o->type, &size) || mpi.type_get_extent (o->type, &lower, &extent)
      || mpi.type_get_true_extent (o->type, &true_lower, &true_extent))
    return;
  if (true_extent != size || (count > 1 && extent != size))
    {
      r->is_unclear = true;
      return;
    }
  range found = { o->base + first * extent + true_lower, (size_t) (count * size), is_read, is_write };
  if (!found.size)
    return;
  int outer = rp_inside_begin_nested ();
  RP_VEC_PUSH (&ranges, found);
  rp_inside_end_nested (outer);
}

static void
note_integers (const reading *r, word address)
{
  if (address)
    rp_note_read ((void *) address, sizeof (int32_t) * (size_t) r->ranks, rp_call_pc (r->call));
}

static void
add_operand (reading *r, const operand *o, bool is_in_place)
{
  size_t length = strcspn (o->word, " ");
  bool is_at_root = o->word[length - 1] == '@', is_root = r->has_root && (int32_t) r->root == r->rank;
  bool is_write = *o->word == 'w' || *o->word == 'y' || (*o->word == 'b' && !is_root);
  bool is_read = !is_write || (is_in_place && *o->word == 'y');
  if ((is_at_root && !is_root) || o->is_null || (word) o->base == mpi.in_place)
    return;
  if (o->word[1] == 'v')
    {
      const int32_t *counts = (const int32_t *) o->count, *places = (const int32_t *) o->displacements;
      note_integers (r, o->count);
      note_integers (r, o->displacements);
      for (int i = 0; i < r->ranks; i++)
        add_range (r, o, places[i], counts[i], is_read, is_write);
    }
  else
    add_range (r, o, 0, (int32_t) o->count * (o->word[1] == 'n' ? (int64_t) r->ranks : 1), is_read, is_write);
}

/* Fills `ranges` with the memory that the call accesses. */
static void
read_call (reading *r, const char *words)
{
  ranges.count = 0;
  for (const char *text = words; *text; text += strspn (text, " "))
    {
      size_t length = strcspn (text, " ");
      read_word (r, text, length);
      text += length;
    }
  if (!r->count)
    return;
  int is_inter = 0;
  mpi.comm_test_inter (r->comm, &is_inter);
  mpi.comm_rank (r->comm, &r->rank);
  mpi.comm_size (r->comm, &r->ranks);
  r->is_unclear = is_inter && r->has_root;
  bool is_in_place = false;
  for (size_t i = 0; i < r->count; i++)
    is_in_place |= (word) r->operands[i].base == mpi.in_place;
  for (size_t i = 0; i < r->count && !r->is_unclear; i++)
    add_operand (r, &r->operands[i], is_in_place);
}

static void
note_range (const range *one, uintptr_t pc)
{
  if (one->is_read)
    rp_note_read (one->address, one->size, pc);
  if (one->is_write)
    rp_note_write (one->address, one->size, pc);
}

static void
note_ranges (uintptr_t pc)
{
  for (size_t i = 0; i < ranges.count; i++)
    note_range (&ranges.items[i], pc);
}

/* If it is not known which memory the call accesses, counts IMPORT as a function without a summary. */
static void
note_unclear (rp_import *import, const reading *r)
{
  if (r->is_unclear && rp_monitor_is_parallel ())
    import->is_called = true;
}

/* ---- calls ---- */

static word
call_real (const rp_import *import, const word *w)
{
  typedef word function (word, word, word, word, word, word, word, word, word, word, word, word);
  function *real = (function *) import->real;
  return real (w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11]);
}

static void
get_words (const rp_call *call, word *words)
{
  for (unsigned i = 0; i < MAX_WORDS; i++)
    words[i] = rp_call_word (call, i);
}

static void
note_status (word status, size_t count, uintptr_t pc)
{
  if (status != mpi.no_status)
    rp_note_write ((void *) status, count * mpi.status_bytes, pc);
}

static bool
transfer (rp_import *import, rp_call *call, const description *what)
{
  reading r = { .call = call };
  read_call (&r, what->words);
  note_ranges (rp_call_pc (call));
  note_unclear (import, &r);
  return false;
}

/* Handles a blocking receive. The last operand is the buffer that receives. The status says how much has come. */
static bool
receive (rp_import *import, rp_call *call, const description *what)
{
  _Alignas(16) char own_status[STATUS_ROOM];
  reading r = { .call = call };
  word words[MAX_WORDS];
  uintptr_t pc = rp_call_pc (call);
  read_call (&r, what->words);
  for (size_t i = 0; i < ranges.count; i++)
    if (ranges.items[i].is_read)
      note_range (&ranges.items[i], pc);
  note_unclear (import, &r);
  get_words (call, words);
  if (r.status == mpi.no_status)
    words[r.status_at] = (word) own_status;
  call->general[0] = call_real (import, words);
  const operand *o = &r.operands[r.count - 1];
  int count = 0;
  if (!(int32_t) call->general[0] && !o->is_null && !mpi.get_count ((void *) words[r.status_at], o->type, &count) && count > 0)
    {
      ranges.count = 0;
      add_range (&r, o, 0, count, false, true);
      note_ranges (pc);
    }
  note_status (r.status, 1, pc);
  return true;
}

/* ---- operations that are begun and completed ---- */

typedef struct pending
{
  word request;
  range range;
} pending;

static RP_VEC (pending) all_pending;

static word
request_at (word requests, size_t number)
{
  word value = 0;
  memcpy (&value, (const char *) requests + number * mpi.request_bytes, mpi.request_bytes);
  return value;
}

static bool
begin (rp_import *import, rp_call *call, const description *what)
{
  reading r = { .call = call };
  word words[MAX_WORDS];
  uintptr_t pc = rp_call_pc (call);
  read_call (&r, what->words);
  note_ranges (pc);
  note_unclear (import, &r);
  get_words (call, words);
  rp_note_write ((void *) r.request, mpi.request_bytes, pc);
  call->general[0] = call_real (import, words);
  int outer = rp_inside_begin_nested ();
  for (size_t i = 0; i < ranges.count && !(int32_t) call->general[0]; i++)
    RP_VEC_PUSH (&all_pending, (pending) { request_at (r.request, 0), ranges.items[i] });
  rp_inside_end_nested (outer);
  return true;
}

/* Records the accesses of the operation REQUEST, which has ended, for the caller at PC. Operations that ended at once
 * may have equal requests; then the accesses of all of them are recorded. */
static void
complete (word request, uintptr_t pc)
{
  size_t left = 0;
  for (size_t i = 0; i < all_pending.count; i++)
    if (all_pending.items[i].request == request)
      note_range (&all_pending.items[i].range, pc);
    else
      all_pending.items[left++] = all_pending.items[i];
  all_pending.count = left;
}

/* Handles a call that completes operations. MPI replaces a completed request by the null request, so the operations
 * whose requests have changed are complete. */
static bool
finish (rp_import *import, rp_call *call, const description *what)
{
  static RP_VEC (word) before;
  word words[MAX_WORDS];
  uintptr_t pc = rp_call_pc (call);
  bool is_one = *what->words == '1';
  get_words (call, words);
  size_t count = is_one ? 1 : (size_t) (int32_t) words[0], next = is_one ? 1 : 2;
  word requests = words[next - 1];
  rp_note_read ((void *) requests, count * mpi.request_bytes, pc);
  int outer = rp_inside_begin_nested ();
  before.count = 0;
  for (size_t i = 0; i < count; i++)
    RP_VEC_PUSH (&before, request_at (requests, i));
  rp_inside_end_nested (outer);
  call->general[0] = call_real (import, words);
  for (size_t i = 0; i < count; i++)
    if (request_at (requests, i) != before.items[i])
      {
        rp_note_write ((char *) requests + i * mpi.request_bytes, mpi.request_bytes, pc);
        complete (before.items[i], pc);
      }
  for (const char *text = what->words + 1; *text; text++)
    if (*text == 'o')
      rp_note_write ((void *) words[next++], sizeof (int), pc);
    else if (*text == 's')
      {
        note_status (words[next], text[6] == 'e' ? count : 1, pc);
        break;
      }
  return true;
}

static bool
note_call (rp_import *import, rp_call *call)
{
  const description *what = import->summary;
  if (!rp_monitor_is_on ())
    return false;
  int saved = errno;
  rp_imports_update (); /* MPI_Init loads libraries */
  bool is_done = false;
  if (!find_implementation ())
    import->is_called |= rp_monitor_is_parallel ();
  else if (what->kind == TRANSFER)
    is_done = transfer (import, call, what);
  else if (what->kind == RECEIVE)
    is_done = receive (import, call, what);
  else if (what->kind == BEGINNING)
    is_done = begin (import, call, what);
  else
    is_done = finish (import, call, what);
  errno = saved;
  return is_done;
}

bool
rp_mpi_knows (const char *name, rp_import *import)
{
  if (strncmp (name, "MPI_", 4)) /* most functions of the program, all of which come here */
    return false;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strcmp (name, functions[i].name))
      {
        import->handle = note_call;
        import->summary = &functions[i];
        return true;
      }
  return false;
}
