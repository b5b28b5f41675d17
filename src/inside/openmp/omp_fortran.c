/* The functions of omp_lib [OpenMP 5.2, 18]: those of <omp.h> with an underscore, and arguments by reference. The names
 * of functions for integers and logicals of 8 bytes end in _8_, as gfortran's module asks for. The functions for locks
 * and affinity are in omp_lock.c and affinity.c. */
#include "inside/openmp/thread.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Returns NUMBER as an int. A number that is too large for <omp.h> becomes the largest or smallest int. */
static int
to_int (int64_t number)
{
  return number > INT_MAX ? INT_MAX : number < INT_MIN ? INT_MIN : (int) number;
}

/* ---- questions ---- */

#define ASK(NAME) \
  int NAME (void); \
  int NAME##_ (void) \
  { \
    return NAME (); \
  }

ASK (omp_get_num_threads)
ASK (omp_get_max_threads)
ASK (omp_get_num_procs)
ASK (omp_in_parallel)
ASK (omp_get_level)
ASK (omp_get_active_level)
ASK (omp_get_dynamic)
ASK (omp_get_nested)
ASK (omp_in_final)
ASK (omp_get_num_teams)
ASK (omp_get_max_teams)
ASK (omp_get_teams_thread_limit)
ASK (omp_get_thread_limit)
ASK (omp_get_max_active_levels)
ASK (omp_get_supported_active_levels)
ASK (omp_get_cancellation)
ASK (omp_get_proc_bind)
ASK (omp_get_num_places)
ASK (omp_get_place_num)
ASK (omp_get_partition_num_places)
ASK (omp_get_num_devices)
ASK (omp_get_default_device)
ASK (omp_get_initial_device)
ASK (omp_get_device_num)
ASK (omp_is_initial_device)
ASK (omp_get_max_task_priority)

int rp_omp_get_thread_num (void);

int
omp_get_thread_num_ (void)
{
  return rp_omp_get_thread_num ();
}

int rp_omp_get_team_num (void);

int
omp_get_team_num_ (void)
{
  return rp_omp_get_team_num ();
}

#define ASK_TIME(NAME) \
  double NAME (void); \
  double NAME##_ (void) \
  { \
    return NAME (); \
  }

ASK_TIME (omp_get_wtime)
ASK_TIME (omp_get_wtick)

#define ASK_ABOUT(NAME) \
  int NAME (int number); \
  int NAME##_ (const int32_t *number) \
  { \
    return NAME (*number); \
  } \
  int NAME##_8_ (const int64_t *number) \
  { \
    return NAME (to_int (*number)); \
  }

ASK_ABOUT (omp_get_ancestor_thread_num)
ASK_ABOUT (omp_get_team_size)
ASK_ABOUT (omp_get_place_num_procs)

/* ---- settings ---- */

#define SET(NAME) \
  void NAME (int value); \
  void NAME##_ (const int32_t *value) \
  { \
    NAME (*value); \
  } \
  void NAME##_8_ (const int64_t *value) \
  { \
    NAME (to_int (*value)); \
  }

SET (omp_set_num_threads)
SET (omp_set_dynamic)
SET (omp_set_nested)
SET (omp_set_max_active_levels)
SET (omp_set_num_teams)
SET (omp_set_teams_thread_limit)
SET (omp_set_default_device)
SET (omp_display_env)

void omp_set_schedule (int kind, int chunk);
void omp_get_schedule (int *kind, int *chunk);

void
omp_set_schedule_ (const int32_t *kind, const int32_t *chunk)
{
  omp_set_schedule (*kind, *chunk);
}

void
omp_set_schedule_8_ (const int32_t *kind, const int64_t *chunk)
{
  omp_set_schedule (*kind, to_int (*chunk));
}

void
omp_get_schedule_ (int32_t *kind, int32_t *chunk)
{
  omp_get_schedule (kind, chunk);
}

void
omp_get_schedule_8_ (int32_t *kind, int64_t *chunk)
{
  int short_chunk;
  omp_get_schedule (kind, &short_chunk);
  *chunk = short_chunk;
}

/* ---- events, resources ---- */

void omp_fulfill_event (uintptr_t event);
int omp_pause_resource (int kind, int device);
int omp_pause_resource_all (int kind);

void
omp_fulfill_event_ (uintptr_t event)
{
  omp_fulfill_event (event);
}

int
omp_pause_resource_ (const int32_t *kind, const int32_t *device)
{
  return omp_pause_resource (*kind, *device);
}

int
omp_pause_resource_all_ (const int32_t *kind)
{
  return omp_pause_resource_all (*kind);
}

/* ---- allocators ---- */

uintptr_t omp_init_allocator (uintptr_t space, int count, const void *traits);
void omp_destroy_allocator (uintptr_t allocator);
void omp_set_default_allocator (uintptr_t allocator);
uintptr_t omp_get_default_allocator (void);

uintptr_t
omp_init_allocator_ (const uintptr_t *space, const int32_t *count, const void *traits)
{
  return omp_init_allocator (*space, *count, traits);
}

uintptr_t
omp_init_allocator_8_ (const uintptr_t *space, const int64_t *count, const void *traits)
{
  return omp_init_allocator (*space, to_int (*count), traits);
}

void
omp_destroy_allocator_ (const uintptr_t *allocator)
{
  omp_destroy_allocator (*allocator);
}

void
omp_set_default_allocator_ (const uintptr_t *allocator)
{
  omp_set_default_allocator (*allocator);
}

uintptr_t
omp_get_default_allocator_ (void)
{
  return omp_get_default_allocator ();
}

/* ---- places: there are none ---- */

void
omp_get_place_proc_ids_ (const int32_t *place, int32_t *ids)
{
  (void) place;
  (void) ids;
}

void
omp_get_place_proc_ids_8_ (const int64_t *place, int64_t *ids)
{
  (void) place;
  (void) ids;
}

void
omp_get_partition_place_nums_ (int32_t *places)
{
  (void) places;
}

void
omp_get_partition_place_nums_8_ (int64_t *places)
{
  (void) places;
}
