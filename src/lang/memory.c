#include "lang/memory.h"

#include "base/panic.h"
#include "base/strbuf.h"

#include <stdlib.h>
#include <string.h>

#define ELEMENT_BITS 44
#define FIELD_BITS 40                    /* bits for all indices of a sparse element together */
#define FAR ((uint64_t) 1 << FIELD_BITS) /* from this number on: sparse elements whose indices do not fit */
#define MAX_ELEMENTS ((uint64_t) 1 << 28)
#define MAX_DENSE ((uint64_t) 1 << 20) /* arrays with more elements store only those that were accessed */

uint32_t
rp_memory_variable (uint64_t location)
{
  return (uint32_t) (location >> ELEMENT_BITS) - 1;
}

static uint64_t
base_of (uint32_t variable)
{
  return (uint64_t) (variable + 1) << ELEMENT_BITS;
}

static uint64_t
element_of (uint64_t location)
{
  return location & (((uint64_t) 1 << ELEMENT_BITS) - 1);
}

static rp_memory_error
init_array (rp_variable *variable, const int64_t *sizes)
{
  variable->count = 1;
  variable->sizes = rp_malloc ((variable->dimensions + 1) * sizeof *sizes);
  for (uint32_t d = 0; d < variable->dimensions; d++)
    {
      if (sizes[d] < 0)
        return RP_MEMORY_NEGATIVE;
      variable->sizes[d] = sizes[d];
      if ((uint64_t) sizes[d] > MAX_ELEMENTS)
        return RP_MEMORY_TOO_LARGE;
      variable->count *= (uint64_t) sizes[d];
      if (variable->count > MAX_ELEMENTS)
        return RP_MEMORY_TOO_LARGE;
    }
  if (variable->count <= MAX_DENSE)
    variable->elements = rp_calloc (variable->count + 1, sizeof *variable->elements);
  return RP_MEMORY_OK;
}

rp_memory_error
rp_memory_init (rp_memory *memory, const rp_program *program, const int64_t *sizes, uint32_t *which)
{
  *memory = (rp_memory) { program, NULL };
  memory->variables = rp_calloc (program->shared_count + 1, sizeof *memory->variables);
  for (uint32_t i = 0; i < program->shared_count; i++)
    {
      const rp_shared *shared = &program->shared[i];
      rp_variable *variable = &memory->variables[i];
      variable->dimensions = shared->dimensions;
      variable->sparse = !shared->declared;
      if (variable->sparse)
        continue;
      rp_memory_error error = init_array (variable, sizes);
      sizes += shared->dimensions;
      *which = i;
      if (error)
        return error;
    }
  return RP_MEMORY_OK;
}

void
rp_memory_clear (rp_memory *memory)
{
  for (uint32_t i = 0; memory->variables && i < memory->program->shared_count; i++)
    {
      rp_variable *variable = &memory->variables[i];
      free (variable->elements);
      free (variable->sizes);
      rp_map_clear (&variable->cells);
      RP_VEC_CLEAR (&variable->values);
      RP_VEC_CLEAR (&variable->far);
      RP_VEC_CLEAR (&variable->far_next);
      rp_map_clear (&variable->far_by_hash);
    }
  free (memory->variables);
}

void
rp_memory_fill (rp_memory *memory, uint32_t number, rp_value initial)
{
  rp_variable *variable = &memory->variables[number];
  variable->initial = initial;
  for (uint64_t e = 0; variable->elements && e < variable->count; e++)
    variable->elements[e] = initial;
}

void
rp_memory_reset (rp_memory *memory)
{
  for (uint32_t i = 0; i < memory->program->shared_count; i++)
    {
      rp_variable *variable = &memory->variables[i];
      for (uint64_t e = 0; variable->elements && e < variable->count; e++)
        variable->elements[e] = variable->initial;
      for (size_t v = 0; v < variable->values.count; v++)
        variable->values.items[v] = variable->initial;
    }
}

/* Returns whether VALUE is the initial value. An element in CELLS that has its initial value counts like an element
 * that was never accessed. */
static bool
is_first (const rp_variable *variable, rp_value value)
{
  return value.kind == RP_VALUE_INT && value.number == variable->initial.number;
}

static uint64_t
hash_value (uint64_t location, rp_value value)
{
  uint64_t number = value.kind == RP_VALUE_INT ? (uint64_t) value.number : 0;
  return rp_hash64 (rp_hash64 (location) ^ rp_hash64 (number + 1) ^ (uint64_t) value.kind);
}

uint64_t
rp_memory_hash (const rp_memory *memory)
{
  uint64_t hash = 0;
  for (uint32_t i = 0; i < memory->program->shared_count; i++)
    {
      const rp_variable *variable = &memory->variables[i];
      for (uint64_t e = 0; variable->elements && e < variable->count; e++)
        if (!is_first (variable, variable->elements[e]))
          hash += hash_value (base_of (i) + e, variable->elements[e]);
      for (size_t c = 0; c < variable->cells.capacity; c++)
        if (variable->cells.used[c]
            && !is_first (variable, variable->values.items[variable->cells.entries[c].value]))
          hash += hash_value (base_of (i) + variable->cells.entries[c].key,
                              variable->values.items[variable->cells.entries[c].value]);
    }
  return hash;
}

static void
join_value (rp_digest *set, uint64_t location, rp_value value,
            rp_digest (*digest) (rp_value value))
{
  rp_digest own = rp_digest_start (location);
  rp_digest_add_digest (&own, digest (value));
  rp_digest_join (set, own);
}

rp_digest
rp_memory_state (const rp_memory *memory, rp_digest (*digest) (rp_value value))
{
  rp_digest state = { { 0 } };
  for (uint32_t i = 0; i < memory->program->shared_count; i++)
    {
      const rp_variable *variable = &memory->variables[i];
      for (uint64_t e = 0; variable->elements && e < variable->count; e++)
        if (!is_first (variable, variable->elements[e]))
          join_value (&state, base_of (i) + e, variable->elements[e], digest);
      for (size_t c = 0; c < variable->cells.capacity; c++)
        if (variable->cells.used[c]
            && !is_first (variable, variable->values.items[variable->cells.entries[c].value]))
          join_value (&state, base_of (i) + variable->cells.entries[c].key,
                      variable->values.items[variable->cells.entries[c].value], digest);
    }
  return state;
}

static bool
locate_declared (const rp_variable *variable, const int64_t *indices, uint64_t *element,
                 uint32_t *dimension)
{
  uint64_t at = 0;
  for (uint32_t d = 0; d < variable->dimensions; d++)
    {
      if (indices[d] < 0 || indices[d] >= variable->sizes[d])
        {
          *dimension = d;
          return false;
        }
      at = at * (uint64_t) variable->sizes[d] + (uint64_t) indices[d];
    }
  *element = at;
  return true;
}

static uint64_t
locate_far (rp_variable *variable, const int64_t *indices)
{
  uint64_t hash = 0;
  for (uint32_t d = 0; d < variable->dimensions; d++)
    hash = rp_hash64 (hash ^ (uint64_t) indices[d]);
  uint64_t *head = rp_map_insert (&variable->far_by_hash, hash, NULL);
  size_t bytes = variable->dimensions * sizeof *indices;
  for (uint64_t n = *head; n; n = variable->far_next.items[n - 1])
    if (!memcmp (&variable->far.items[(n - 1) * variable->dimensions], indices, bytes))
      return FAR + n - 1;
  for (uint32_t d = 0; d < variable->dimensions; d++)
    RP_VEC_PUSH (&variable->far, indices[d]);
  RP_VEC_PUSH (&variable->far_next, (uint32_t) *head);
  *head = variable->far_next.count;
  return FAR + variable->far_next.count - 1;
}

static uint64_t
locate_sparse (rp_variable *variable, const int64_t *indices)
{
  if (!variable->dimensions)
    return 0;
  unsigned bits = FIELD_BITS / variable->dimensions;
  int64_t bias = bits > 1 ? (int64_t) 1 << (bits - 1) : 0;
  uint64_t element = 0;
  for (uint32_t d = 0; d < variable->dimensions; d++)
    {
      if (!bias || indices[d] < -bias || indices[d] >= bias)
        return locate_far (variable, indices);
      element = element << bits | (uint64_t) (indices[d] + bias);
    }
  return element;
}

bool
rp_memory_locate (rp_memory *memory, uint32_t number, const int64_t *indices, uint64_t *location,
                  uint32_t *dimension)
{
  rp_variable *variable = &memory->variables[number];
  uint64_t element = 0;
  if (variable->sparse)
    element = locate_sparse (variable, indices);
  else if (!locate_declared (variable, indices, &element, dimension))
    return false;
  *location = base_of (number) + element;
  return true;
}

rp_value *
rp_memory_at (rp_memory *memory, uint64_t location)
{
  rp_variable *variable = &memory->variables[rp_memory_variable (location)];
  if (variable->elements)
    return &variable->elements[element_of (location)];
  bool is_new;
  uint64_t *cell = rp_map_insert (&variable->cells, element_of (location), &is_new);
  if (is_new)
    {
      *cell = variable->values.count;
      RP_VEC_PUSH (&variable->values, variable->initial);
    }
  return &variable->values.items[*cell];
}

rp_range
rp_memory_whole (const rp_memory *memory, uint32_t number)
{
  const rp_variable *variable = &memory->variables[number];
  uint64_t size = (uint64_t) 1 << ELEMENT_BITS;
  if (!variable->sparse)
    size = variable->count ? variable->count : 1;
  else if (!variable->dimensions && !memory->program->shared[number].dimensions_unknown)
    size = 1;
  return (rp_range) { base_of (number), size };
}

static int64_t
sparse_index (const rp_variable *variable, uint64_t element, uint32_t dimension)
{
  if (element >= FAR)
    return variable->far.items[(element - FAR) * variable->dimensions + dimension];
  unsigned bits = FIELD_BITS / variable->dimensions;
  unsigned shift = bits * (variable->dimensions - 1 - dimension);
  uint64_t field = element >> shift & (((uint64_t) 1 << bits) - 1);
  return (int64_t) field - ((int64_t) 1 << (bits - 1));
}

static void
add_indices (const rp_variable *variable, uint64_t element, rp_strbuf *text)
{
  uint64_t stride = variable->count;
  for (uint32_t d = 0; d < variable->dimensions; d++)
    if (variable->sparse)
      rp_strbuf_format (text, "[%lld]", (long long) sparse_index (variable, element, d));
    else
      {
        stride /= (uint64_t) variable->sizes[d];
        rp_strbuf_format (text, "[%llu]", (unsigned long long) (element / stride));
        element %= stride;
      }
}

const char *
rp_memory_name (const rp_memory *memory, rp_arena *arena, uint64_t location)
{
  uint32_t number = rp_memory_variable (location);
  const rp_variable *variable = &memory->variables[number];
  rp_strbuf text = { 0 };
  rp_strbuf_add (&text, memory->program->shared[number].name);
  if (variable->dimensions)
    add_indices (variable, element_of (location), &text);
  const char *copy = rp_arena_copy (arena, rp_strbuf_text (&text), text.length);
  rp_strbuf_clear (&text);
  return copy;
}
