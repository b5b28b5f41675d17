/* Functions that do nothing, or return fixed values: those that clang's <omp.h> has beyond the standard, except memory
 * (omp_memory.c), and the standard's functions for places, tools and interoperability objects. Most of them control how
 * threads of the system execute teams. Here one thread of the system executes all teams. */
#include <stddef.h>

enum
{
  STACK_SIZE = 4 << 20,
  BLOCK_TIME = 200,
  LIBRARY_THROUGHPUT = 2
};

#define ASK(TYPE, NAME, ANSWER) \
  TYPE NAME (void) \
  { \
    return ANSWER; \
  }

#define IGNORE(NAME, TYPE) \
  void NAME (TYPE value) \
  { \
    (void) value; \
  }

#define IGNORE_NOTHING(NAME) \
  void NAME (void) \
  { \
  }

ASK (int, kmp_get_stacksize, STACK_SIZE)
ASK (size_t, kmp_get_stacksize_s, STACK_SIZE)
ASK (int, kmp_get_blocktime, BLOCK_TIME)
ASK (int, kmp_get_library, LIBRARY_THROUGHPUT)
ASK (int, kmp_get_affinity_max_proc, 0)
ASK (int, kmp_get_num_known_threads, 1)
IGNORE_NOTHING (kmp_set_thread_affinity_mask_initial)
IGNORE (kmp_set_stacksize, int)
IGNORE (kmp_set_stacksize_s, size_t)
IGNORE (kmp_set_blocktime, int)
IGNORE (kmp_set_library, int)
IGNORE (kmp_set_defaults, const char *)
IGNORE (kmp_set_disp_num_buffers, int)
IGNORE (kmp_create_affinity_mask, void **)
IGNORE (kmp_destroy_affinity_mask, void **)
IGNORE_NOTHING (kmp_set_library_serial)
IGNORE_NOTHING (kmp_set_library_turnaround)
IGNORE_NOTHING (kmp_set_library_throughput)
IGNORE_NOTHING (kmp_set_warnings_on)
IGNORE_NOTHING (kmp_set_warnings_off)

/* A result other than 0 says that the call failed: this library supports no affinity. */
int
kmp_set_affinity (void **mask)
{
  (void) mask;
  return -1;
}

int
kmp_get_affinity (void **mask)
{
  (void) mask;
  return -1;
}

#define MASK_OPERATION(NAME) \
  int NAME (int processor, void **mask) \
  { \
    (void) processor; \
    (void) mask; \
    return -1; \
  }

MASK_OPERATION (kmp_set_affinity_mask_proc)
MASK_OPERATION (kmp_unset_affinity_mask_proc)
MASK_OPERATION (kmp_get_affinity_mask_proc)

/* ---- places [OpenMP 5.2, 18.3]: there are none ---- */

int
omp_get_place_num_procs (int place)
{
  (void) place;
  return 0;
}

void
omp_get_place_proc_ids (int place, int *ids)
{
  (void) place;
  (void) ids;
}

IGNORE (omp_get_partition_place_nums, int *)
IGNORE (omp_display_env, int)

/* Returns the value for the case that no tool is active. */
int
omp_control_tool (int command, int modifier, void *argument)
{
  (void) command;
  (void) modifier;
  (void) argument;
  return -2;
}

/* The program asks whether cancellation of KIND was requested. Returns 0, which means no: a thread learns of a
 * cancellation only at its cancellation points. */
int
kmp_get_cancellation_status (int kind)
{
  (void) kind;
  return 0;
}

/* ---- interoperability objects: there is no other run-time environment to name ---- */

enum
{
  NO_PROPERTIES = 0,
  NO_INTEROP = -1 /* omp_irc_empty: the object is omp_interop_none */
};

static void
set_code (int *code)
{
  if (code)
    *code = NO_INTEROP;
}

int
omp_get_num_interop_properties (const void *interop)
{
  (void) interop;
  return NO_PROPERTIES;
}

ptrdiff_t
omp_get_interop_int (const void *interop, int property, int *code)
{
  (void) interop;
  (void) property;
  set_code (code);
  return 0;
}

void *
omp_get_interop_ptr (const void *interop, int property, int *code)
{
  (void) interop;
  (void) property;
  set_code (code);
  return NULL;
}

const char *
omp_get_interop_str (const void *interop, int property, int *code)
{
  (void) interop;
  (void) property;
  set_code (code);
  return NULL;
}

const char *
omp_get_interop_name (const void *interop, int property)
{
  (void) interop;
  (void) property;
  return NULL;
}

const char *
omp_get_interop_type_desc (const void *interop, int property)
{
  (void) interop;
  (void) property;
  return NULL;
}

const char *
omp_get_interop_rc_desc (const void *interop, int code)
{
  (void) interop;
  (void) code;
  return NULL;
}
