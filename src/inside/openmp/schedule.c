#include "inside/openmp/schedule.h"

#include "inside/openmp/environment.h"

rp_omp_schedule
rp_omp_schedule_of (rp_omp_schedule_kind kind, long chunk)
{
  if (((uint64_t) chunk & RP_SCHEDULE_MARK_MASK) != RP_SCHEDULE_MARK)
    return (rp_omp_schedule) { .kind = kind, .chunk = chunk > 0 ? (uint64_t) chunk : 0 };
  uint64_t mark = (uint64_t) chunk;
  unsigned bytes = mark >> RP_SCHEDULE_MARK_BYTES_SHIFT & RP_SCHEDULE_MARK_BYTES_MASK;
  return (rp_omp_schedule) { .kind = mark & RP_SCHEDULE_MARK_DYNAMIC  ? RP_OMP_DYNAMIC
                                     : mark & RP_SCHEDULE_MARK_GUIDED ? RP_OMP_GUIDED
                                                                      : RP_OMP_STATIC,
                             .chunk = mark & UINT32_MAX,
                             .is_unsaid = mark & RP_SCHEDULE_MARK_UNSAID,
                             .is_concurrent = mark & RP_SCHEDULE_MARK_CONCURRENT,
                             .is_runtime = mark & RP_SCHEDULE_MARK_RUNTIME,
                             .is_reproducible = mark & RP_SCHEDULE_MARK_REPRODUCIBLE,
                             .is_simd = mark & RP_SCHEDULE_MARK_SIMD,
                             .has_simd_chunks = mark & RP_SCHEDULE_MARK_SIMD_CHUNKS,
                             .has_copies = mark & RP_SCHEDULE_MARK_COPIES,
                             .counts_down = mark & RP_SCHEDULE_MARK_DOWN,
                             .bits = bytes ? 4U << bytes : 0 };
}

rp_omp_grain
rp_omp_schedule_grain (const rp_omp_schedule *schedule)
{
  rp_omp_loops loops = rp_omp_loops_option ();
  if (loops == RP_OMP_LOOPS_ANY || schedule->is_concurrent || schedule->has_simd_chunks
      || schedule->kind == RP_OMP_GUIDED)
    return RP_OMP_BY_ITERATION;
  if (schedule->kind == RP_OMP_DYNAMIC)
    return schedule->chunk > 1 && !schedule->is_unsaid ? RP_OMP_BY_CHUNK : RP_OMP_BY_ITERATION;
  return schedule->is_unsaid && loops != RP_OMP_LOOPS_AS_SCHEDULED ? RP_OMP_BY_ITERATION
                                                                   : RP_OMP_BY_THREAD;
}

long
rp_omp_schedule_step (const rp_omp_schedule *schedule, long step)
{
  if (!schedule->counts_down || step <= 1)
    return step;
  for (int bits = 8; bits <= 32; bits *= 2)
    if (step < 1L << bits)
      return step - (1L << bits);
  return step;
}

long
rp_omp_last_value (unsigned bits, bool is_up)
{
  long largest = INT64_MAX >> (64 - bits);
  return is_up ? largest : -largest - 1;
}

bool
rp_omp_schedule_overflows (const rp_omp_schedule *schedule, long end, long step)
{
  return schedule->bits && end == rp_omp_last_value (schedule->bits, step < 0);
}

uint64_t
rp_omp_schedule_count_to_last (const rp_omp_schedule *schedule, long start, long step)
{
  uint64_t last = (uint64_t) rp_omp_last_value (schedule->bits, step > 0);
  return step > 0 ? (last - (uint64_t) start) / (uint64_t) step + 1
                  : ((uint64_t) start - last) / -(uint64_t) step + 1;
}

void
rp_omp_schedule_block (uint64_t count, unsigned number, unsigned size, uint64_t *first,
                       uint64_t *last)
{
  uint64_t least = count / size, rest = count % size;
  *first = number * least + (number < rest ? number : rest);
  *last = *first + least + (number < rest);
}

/* A loop of COUNT iterations has chunks of CHUNK iterations. Stores chunk number TURN: *FIRST up to, but not including,
 * *LAST. Returns false if there is no such chunk. */
static bool
chunk_at (uint64_t turn, uint64_t chunk, uint64_t count, uint64_t *first, uint64_t *last)
{
  if (turn > count / chunk)
    return false;
  *first = turn * chunk;
  *last = count - *first < chunk ? count : *first + chunk;
  return *first < count;
}

/* Does the same as chunk_at for a guided loop. Each chunk has 1/SIZE of the iterations that are left, but not fewer
 * than CHUNK. The search begins at the chunk in PIECES, and moves PIECES on to the found chunk. */
static bool
guided_at (uint64_t turn, uint64_t chunk, uint64_t count, unsigned size, rp_omp_pieces *pieces,
           uint64_t *first, uint64_t *last)
{
  while (pieces->first < count)
    {
      uint64_t left = count - pieces->first, length = (left + size - 1) / size;
      length = length < chunk ? chunk : length;
      length = length > left ? left : length;
      *first = pieces->first;
      *last = *first + length;
      if (pieces->chunk_number == turn)
        return true;
      pieces->chunk_number++;
      pieces->first = *last;
    }
  return false;
}

bool
rp_omp_schedule_next (const rp_omp_schedule *schedule, uint64_t count, unsigned number,
                      unsigned size, rp_omp_pieces *pieces, uint64_t *first, uint64_t *last)
{
  uint64_t chunk = schedule->chunk, round = pieces->taken++;
  if (schedule->kind == RP_OMP_STATIC && chunk)
    return chunk_at (round * size + number, chunk, count, first, last);
  if (schedule->kind == RP_OMP_STATIC)
    {
      rp_omp_schedule_block (count, number, size, first, last);
      return !round && *first < *last;
    }
  /* Thread 1 gets the first chunk, to show mistakes of programs that rely on the master to get this chunk. */
  uint64_t turn = round * size + (number + size - 1) % size;
  chunk = chunk ? chunk : 1;
  return schedule->kind == RP_OMP_GUIDED ? guided_at (turn, chunk, count, size, pieces, first, last)
                                         : chunk_at (turn, chunk, count, first, last);
}
