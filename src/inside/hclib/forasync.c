/* HClib: loops. The index space is cut into tiles, and each tile is a task: from low to high in flat mode, by halves
 * until the parts are small enough in recursive mode. Here tiles are always aligned to the stride. If HClib's tiles of
 * a loop are aligned to the stride, too, they are the same tiles.
 *
 * In a recursive loop, HClib makes no task for one of the tiles: the task that began the loop executes it. With a tile
 * size of -1, the size depends on how many workers there are. A program should rely on neither of these two rules. So
 * here every tile is a task of its own, and with a tile size of -1 each tile has one index. */
#include "inside/api/unit_loop.h"
#include "inside/hclib/task.h"

enum
{
  MOST_CUTS = 34 /* a dimension of 2^32 indices is cut in halves at most 33 times */
};

/* The parts of one dimension, from low to high. LOOP is the whole dimension, with the size of its tiles. The current
 * part has the indices from LOW up to HIGHS[DEPTH - 1]. In recursive mode, HIGHS has the ends of all halves that contain
 * the current part, the largest first. DEPTH 0: all parts were there. */
typedef struct cut
{
  hclib_loop_domain_t loop;
  bool is_flat;
  int low;
  unsigned depth;
  int highs[MOST_CUTS];
} cut;

typedef struct tile_loop
{
  rp_unit_loop loop;  /* first */
  rp_hclib_task form; /* what all tasks have in common; form.loop is the current tile */
  cut cuts[3];
} tile_loop;

static void
run_row (const rp_hclib_task *task, int i, int j)
{
  const hclib_loop_domain_t *loop = &task->loop[2];
  for (long k = loop->low; k < loop->high; k += loop->stride)
    ((forasync3D_Fct_t) task->loop_function) (task->argument, i, j, (int) k);
}

static void
run_plane (const rp_hclib_task *task, int i)
{
  const hclib_loop_domain_t *loop = &task->loop[1];
  for (long j = loop->low; j < loop->high; j += loop->stride)
    if (task->dimensions == 2)
      ((forasync2D_Fct_t) task->loop_function) (task->argument, i, (int) j);
    else
      run_row (task, i, (int) j);
}

void
rp_hclib_run_tile (const rp_hclib_task *task)
{
  const hclib_loop_domain_t *loop = &task->loop[0];
  for (long i = loop->low; i < loop->high; i += loop->stride)
    if (task->dimensions == 1)
      ((forasync1D_Fct_t) task->loop_function) (task->argument, (int) i);
    else
      run_plane (task, (int) i);
}

/* In recursive mode, cuts in halves until the first half is small enough. */
static void
find_end (cut *own)
{
  const hclib_loop_domain_t *loop = &own->loop;
  for (;;)
    {
      long size = (long) own->highs[own->depth - 1] - own->low, steps = size / 2 / loop->stride;
      if (size <= loop->tile)
        return;
      long first = own->is_flat ? loop->tile : (steps ? steps : 1) * loop->stride;
      own->highs[own->depth++] = (int) (own->low + first);
    }
}

static void
begin_cut (cut *own)
{
  own->low = own->loop.low;
  own->highs[0] = own->loop.high;
  own->depth = 1;
  find_end (own);
}

/* Moves OWN to the next part. Returns false if there is none. */
static bool
next_part (cut *own)
{
  own->low = own->highs[--own->depth];
  if (!own->depth)
    return false;
  find_end (own);
  return true;
}

static uint64_t
count_parts (cut own)
{
  uint64_t count = 0;
  begin_cut (&own);
  do
    count++;
  while (next_part (&own));
  return count;
}

static void
take_part (tile_loop *tiles, int d)
{
  const cut *own = &tiles->cuts[d];
  tiles->form.loop[d].low = own->low;
  tiles->form.loop[d].high = own->highs[own->depth - 1];
}

static void
begin_tiles (tile_loop *tiles)
{
  for (int d = 0; d < tiles->form.dimensions; d++)
    {
      begin_cut (&tiles->cuts[d]);
      take_part (tiles, d);
    }
}

/* Moves TILES to the next tile; the last dimension changes fastest. Returns false if there is none. */
static bool
next_tile (tile_loop *tiles)
{
  for (int d = tiles->form.dimensions - 1; d >= 0; d--)
    {
      bool goes_on = next_part (&tiles->cuts[d]);
      if (!goes_on)
        begin_cut (&tiles->cuts[d]);
      take_part (tiles, d);
      if (goes_on)
        return true;
    }
  return false;
}

/* Only the tasks of a loop with one dimension have a number. */
static int64_t
number_of (const tile_loop *tiles)
{
  return tiles->form.dimensions == 1 ? tiles->form.loop[0].low : -1;
}

static int64_t
begin_tile (rp_unit_loop *loop)
{
  tile_loop *tiles = (tile_loop *) loop;
  if (loop->begun)
    next_tile (tiles);
  return number_of (tiles);
}

static void
call_tile (rp_unit_loop *loop)
{
  rp_hclib_task task = ((const tile_loop *) loop)->form;
  rp_hclib_run_tile (&task);
}

static rp_closure *
closure_of_tile (const rp_unit_loop *loop)
{
  return rp_hclib_unit_closure (&((const tile_loop *) loop)->form, loop->how.site);
}

/* With scopes, the end of each task is a put. */
static bool
spawn_units (const tile_loop *tiles)
{
  return !rp_hclib_scopes_now && rp_unit_loop_spawn (&tiles->loop, sizeof *tiles);
}

static void
spawn_tasks (tile_loop *tiles, const rp_hclib_task *current)
{
  do
    {
      rp_creation how = tiles->loop.how;
      how.note = (uint32_t) number_of (tiles) + 1;
      rp_hclib_spawn (current, &tiles->form, NULL, 0, how);
    }
  while (next_tile (tiles));
}

/* Takes the DOMAIN of a loop for TILES. Returns false if there are no indices. */
static bool
take_loop (tile_loop *tiles, const hclib_loop_domain_t *domain, bool is_flat)
{
  bool is_empty = false;
  uint32_t site = tiles->loop.how.site;
  for (int d = 0; d < tiles->form.dimensions; d++)
    {
      hclib_loop_domain_t loop = domain[d];
      if (loop.stride <= 0)
        rp_stop_misuse (site, "hclib_forasync with a stride of %d", loop.stride);
      if (loop.tile <= 0 && loop.tile != -1)
        rp_stop_misuse (site, "hclib_forasync with tiles of %d", loop.tile);
      loop.tile = loop.tile < loop.stride ? loop.stride : loop.tile - loop.tile % loop.stride;
      is_empty |= loop.low >= loop.high;
      tiles->form.loop[d] = loop;
      tiles->cuts[d] = (cut) { .loop = loop, .is_flat = is_flat };
    }
  return !is_empty;
}

/* Returns the product of A and B, or UINT64_MAX if it is larger. */
static uint64_t
times (uint64_t a, uint64_t b)
{
  uint64_t product;
  return __builtin_mul_overflow (a, b, &product) ? UINT64_MAX : product;
}

static void
spawn (tile_loop *tiles, const rp_hclib_task *current)
{
  rp_api_need_function (tiles->form.loop_function, tiles->loop.how.site);
  tiles->loop.count = 1;
  for (int d = 0; d < tiles->form.dimensions; d++)
    tiles->loop.count = times (tiles->loop.count, count_parts (tiles->cuts[d]));
  tiles->loop.stride = tiles->form.dimensions == 1 ? tiles->form.loop[0].tile : 0;
  begin_tiles (tiles);
  if (!spawn_units (tiles))
    spawn_tasks (tiles, current);
}

void
rp_hclib_forasync (void *forasync_fct, void *argv, int dim, const hclib_loop_domain_t *domain,
                   forasync_mode_t mode, uintptr_t pc)
{
  bool has_loop = dim >= 1 && dim <= 3;
  rp_monitor_read ((uintptr_t) domain, has_loop ? (size_t) dim * sizeof *domain : 1, pc);
  tile_loop tiles
    = { .loop = { .how = rp_api_enter (RP_TASK_FORASYNC, pc),
                  .number = begin_tile,
                  .call = call_tile,
                  .closure = closure_of_tile,
                  .end = rp_hclib_unit_end },
        .form = { .loop_function = forasync_fct, .argument = argv, .dimensions = dim, .pc = pc } };
  uint32_t site = tiles.loop.how.site;
  const rp_hclib_task *current = rp_hclib_current ("hclib_forasync", site);
  if (!has_loop)
    rp_stop_misuse (site, "hclib_forasync with %d dimensions: there are loops of 1, 2 and 3", dim);
  if (mode != FORASYNC_MODE_FLAT && mode != FORASYNC_MODE_RECURSIVE)
    rp_stop_misuse (site, "hclib_forasync with a mode that is neither flat nor recursive");
  if (take_loop (&tiles, domain, mode == FORASYNC_MODE_FLAT))
    spawn (&tiles, current);
  RP_HCLIB_LEAVE ();
}

void
hclib_forasync (void *forasync_fct, void *argv, int dim, hclib_loop_domain_t *domain,
                forasync_mode_t mode)
{
  rp_hclib_forasync (forasync_fct, argv, dim, domain, mode,
                     (uintptr_t) __builtin_return_address (0));
}
