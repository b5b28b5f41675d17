/* HClib: loops. The index space is cut into tiles, and each tile is a task: from low to high in flat mode, by halves
 * until the parts are small enough in recursive mode. Here tiles are always aligned to the stride. If HClib's tiles of
 * a loop are aligned to the stride, too, they are the same tiles.
 *
 * In a recursive loop, HClib makes no task for one of the tiles: the task that began the loop executes it. With a tile
 * size of -1, the size depends on how many workers there are. A program should rely on neither of these two rules. So
 * here every tile is a task of its own, and with a tile size of -1 each tile has one index. */
#include "inside/hclib/task.h"

typedef struct cutting
{
  const rp_hclib_task *current;
  rp_hclib_task form; /* what all tasks have in common; form.loop is the whole index space, with the sizes of tiles */
  rp_creation how;
} cutting;

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

static void
spawn_tile (const cutting *c, const hclib_loop_domain_t *tile)
{
  rp_hclib_task form = c->form;
  rp_creation how = c->how;
  for (int d = 0; d < form.dimensions; d++)
    form.loop[d] = tile[d];
  if (form.dimensions == 1)
    how.note = (uint32_t) tile->low + 1;
  rp_hclib_spawn (c->current, &form, NULL, 0, how);
}

/* Makes a task for each tile of REST, whose first DIMENSIONS dimensions are cut to a tile already. */
static void
cut_flat (const cutting *c, const hclib_loop_domain_t *rest, int dimensions)
{
  if (dimensions == c->form.dimensions)
    {
      spawn_tile (c, rest);
      return;
    }
  hclib_loop_domain_t tile[3] = { rest[0], rest[1], rest[2] };
  const hclib_loop_domain_t *loop = &rest[dimensions];
  for (long low = loop->low; low < loop->high; low += loop->tile)
    {
      tile[dimensions].low = (int) low;
      tile[dimensions].high = (int) (loop->high - low < loop->tile ? loop->high : low + loop->tile);
      cut_flat (c, tile, dimensions + 1);
    }
}

static void
cut_in_halves (const cutting *c, const hclib_loop_domain_t *rest)
{
  int d = 0;
  while (d < c->form.dimensions && (long) rest[d].high - rest[d].low <= rest[d].tile)
    d++;
  if (d == c->form.dimensions)
    {
      spawn_tile (c, rest);
      return;
    }
  long steps = ((long) rest[d].high - rest[d].low) / 2 / rest[d].stride;
  hclib_loop_domain_t half[3] = { rest[0], rest[1], rest[2] };
  half[d].high = (int) (rest[d].low + (steps ? steps : 1) * rest[d].stride);
  cut_in_halves (c, half);
  half[d].low = half[d].high;
  half[d].high = rest[d].high;
  cut_in_halves (c, half);
}

static bool
take_loop (cutting *c, const hclib_loop_domain_t *domain)
{
  bool is_empty = false;
  for (int d = 0; d < c->form.dimensions; d++)
    {
      hclib_loop_domain_t loop = domain[d];
      if (loop.stride <= 0)
        rp_stop_misuse (c->how.site, "hclib_forasync with a stride of %d", loop.stride);
      if (loop.tile <= 0 && loop.tile != -1)
        rp_stop_misuse (c->how.site, "hclib_forasync with tiles of %d", loop.tile);
      loop.tile = loop.tile < loop.stride ? loop.stride : loop.tile - loop.tile % loop.stride;
      is_empty |= loop.low >= loop.high;
      c->form.loop[d] = loop;
    }
  return !is_empty;
}

void
rp_hclib_forasync (void *forasync_fct, void *argv, int dim, const hclib_loop_domain_t *domain,
                   forasync_mode_t mode, uintptr_t pc)
{
  bool has_loop = dim >= 1 && dim <= 3;
  rp_monitor_read ((uintptr_t) domain, has_loop ? (size_t) dim * sizeof *domain : 1, pc);
  cutting c = { .how = rp_api_enter (RP_TASK_FORASYNC, pc) };
  c.current = rp_hclib_current ("hclib_forasync", c.how.site);
  c.form = (rp_hclib_task) {
    .loop_function = forasync_fct, .argument = argv, .dimensions = dim, .pc = pc
  };
  if (!has_loop)
    rp_stop_misuse (c.how.site, "hclib_forasync with %d dimensions: there are loops of 1, 2 and 3",
                    dim);
  if (mode != FORASYNC_MODE_FLAT && mode != FORASYNC_MODE_RECURSIVE)
    rp_stop_misuse (c.how.site, "hclib_forasync with a mode that is neither flat nor recursive");
  bool has_indices = take_loop (&c, domain);
  if (has_indices && mode == FORASYNC_MODE_FLAT)
    cut_flat (&c, c.form.loop, 0);
  else if (has_indices)
    cut_in_halves (&c, c.form.loop);
  RP_HCLIB_LEAVE ();
}

void
hclib_forasync (void *forasync_fct, void *argv, int dim, hclib_loop_domain_t *domain,
                forasync_mode_t mode)
{
  rp_hclib_forasync (forasync_fct, argv, dim, domain, mode,
                     (uintptr_t) __builtin_return_address (0));
}
