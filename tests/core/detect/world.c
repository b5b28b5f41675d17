#include "world.h"

#include "base/panic.h"

#include <string.h>

/* Copies the contents of one vector of any type to another. */
#define COPY_VEC(TO, FROM) \
  do \
    { \
      (TO)->items = NULL; \
      (TO)->capacity = (TO)->count = 0; \
      if ((FROM)->count) \
        { \
          RP_VEC_RESERVE ((TO), (FROM)->count); \
          memcpy ((TO)->items, (FROM)->items, (FROM)->count * sizeof *(FROM)->items); \
          (TO)->count = (FROM)->count; \
        } \
    } \
  while (0)

/* The number of a task depends on its creator and on how many that one had created before. */
rp_process *
rp_process_new (rp_machine *machine, uint32_t creator, uint32_t ordinal)
{
  rp_process *process = rp_calloc (1, sizeof *process);
  bool is_new;
  uint64_t key = (uint64_t) creator << 32 | ordinal;
  uint64_t *number = rp_map_insert (&machine->process_index, key, &is_new);
  if (is_new)
    *number = machine->process_index.count - 1;
  process->id = (uint32_t) *number;
  process->references = 1;
  process->owner = RP_NO_PROCESS;
  return process;
}

static rp_process *
process_copy (const rp_process *from)
{
  rp_process *to = rp_malloc (sizeof *to);
  *to = *from;
  to->references = 1;
  COPY_VEC (&to->stack, &from->stack);
  COPY_VEC (&to->slots, &from->slots);
  COPY_VEC (&to->calls, &from->calls);
  COPY_VEC (&to->held, &from->held);
  COPY_VEC (&to->permits, &from->permits);
  COPY_VEC (&to->memberships, &from->memberships);
  COPY_VEC (&to->poster_frame, &from->poster_frame);
  return to;
}

static void
process_release (rp_process *process)
{
  if (--process->references)
    return;
  RP_VEC_CLEAR (&process->stack);
  RP_VEC_CLEAR (&process->slots);
  RP_VEC_CLEAR (&process->calls);
  RP_VEC_CLEAR (&process->held);
  RP_VEC_CLEAR (&process->permits);
  RP_VEC_CLEAR (&process->memberships);
  RP_VEC_CLEAR (&process->poster_frame);
  free (process);
}

rp_world *
rp_world_new (void)
{
  return rp_calloc (1, sizeof (rp_world));
}

rp_world *
rp_world_copy (const rp_world *world)
{
  rp_world *copy = rp_malloc (sizeof *copy);
  COPY_VEC (&copy->processes, &world->processes);
  COPY_VEC (&copy->memory, &world->memory);
  copy->failed = world->failed;
  for (size_t i = 0; i < copy->processes.count; i++)
    copy->processes.items[i]->references++;
  return copy;
}

void
rp_world_free (rp_world *world)
{
  for (size_t i = 0; i < world->processes.count; i++)
    process_release (world->processes.items[i]);
  RP_VEC_CLEAR (&world->processes);
  RP_VEC_CLEAR (&world->memory);
  free (world);
}

void
rp_world_add (rp_world *world, rp_process *process)
{
  RP_VEC_PUSH (&world->processes, process);
  size_t at = world->processes.count - 1;
  for (; at > 0 && world->processes.items[at - 1]->id > process->id; at--)
    world->processes.items[at] = world->processes.items[at - 1];
  world->processes.items[at] = process;
}

void
rp_world_remove (rp_world *world, uint32_t id)
{
  size_t at = rp_world_find (world, id);
  RP_ASSERT (at != SIZE_MAX);
  process_release (world->processes.items[at]);
  world->processes.count--;
  for (; at < world->processes.count; at++)
    world->processes.items[at] = world->processes.items[at + 1];
}

size_t
rp_world_find (const rp_world *world, uint32_t id)
{
  for (size_t i = 0; i < world->processes.count; i++)
    if (world->processes.items[i]->id == id)
      return i;
  return SIZE_MAX;
}

rp_process *
rp_world_edit (rp_world *world, size_t index)
{
  rp_process *process = world->processes.items[index];
  if (process->references > 1)
    {
      process->references--;
      process = world->processes.items[index] = process_copy (process);
    }
  process->hashed = false;
  return process;
}

/* Two mixers that share no multiplier, so that a collision in one says nothing about the other. */
static void
mix (uint64_t hash[2], uint64_t word)
{
  hash[0] = rp_hash64 (hash[0] ^ word) + 0x9e3779b97f4a7c15u;
  hash[1] = (hash[1] ^ word) * 0xff51afd7ed558ccdu;
  hash[1] ^= hash[1] >> 31;
  hash[1] = hash[1] * 0xc4ceb9fe1a85ec53u + 0x632be59bd9b4e019u;
  hash[1] ^= hash[1] >> 29;
}

static void
mix_values (uint64_t hash[2], const rp_values *values)
{
  mix (hash, values->count);
  for (size_t i = 0; i < values->count; i++)
    mix (hash, (uint64_t) values->items[i]);
}

static void
mix_activations (uint64_t hash[2], const rp_process *p)
{
  mix (hash, p->calls.count);
  for (size_t i = 0; i < p->calls.count; i++)
    {
      const rp_activation *a = &p->calls.items[i];
      mix (hash, (uint64_t) a->return_pc << 32 | a->frame);
      mix (hash, (uint64_t) a->stack << 32 | a->serial);
      mix (hash, a->borrowed);
    }
}

static void
mix_synchronisation (uint64_t hash[2], const rp_process *p)
{
  mix (hash, p->held.count);
  for (size_t i = 0; i < p->held.count; i++)
    {
      const rp_object *o = &p->held.items[i];
      mix (hash, (uint64_t) o->shared << 32 | o->location);
      mix (hash, o->depth);
    }
  mix (hash, p->permits.count);
  for (size_t i = 0; i < p->permits.count; i++)
    {
      const rp_permit *permit = &p->permits.items[i];
      mix (hash, (uint64_t) permit->shared << 32 | permit->location);
      mix (hash, (uint64_t) permit->site << 1 | permit->writes);
    }
  mix (hash, p->memberships.count);
  for (size_t i = 0; i < p->memberships.count; i++)
    {
      const rp_membership *m = &p->memberships.items[i];
      mix (hash, (uint64_t) m->phaser);
      mix (hash, (uint64_t) m->signalled << 32 | m->waited);
      mix (hash, m->mode << 1 | m->clock);
    }
}

static void
process_hash (rp_process *p)
{
  uint64_t *hash = p->hash;
  hash[0] = hash[1] = p->id;
  mix (hash, (uint64_t) p->kind << 32 | p->status);
  mix (hash, (uint64_t) p->pc << 32 | p->created);
  mix (hash, (uint64_t) p->phasers << 32 | p->activations);
  mix (hash, p->finish);
  mix (hash, (uint64_t) p->depth << 32 | p->isolated);
  mix_values (hash, &p->stack);
  mix_values (hash, &p->slots);
  mix_activations (hash, p);
  mix_synchronisation (hash, p);
  mix (hash, p->sender);
  mix (hash, (uint64_t) p->actor << 32 | p->turn << 1 | p->is_handled);
  mix (hash, (uint64_t) p->value);
  mix (hash, (uint64_t) p->owner << 32 | p->region);
  mix (hash, (uint64_t) p->poster << 32 | p->poster_activation);
  mix (hash, p->handler_pc);
  mix_values (hash, &p->poster_frame);
  p->hashed = true;
}

static int64_t
initial_value (const rp_machine *machine, size_t location)
{
  return machine->initial[machine->locations.items[location].shared];
}

void
rp_world_hash_memory (const rp_machine *machine, const rp_world *world, uint64_t hash[2])
{
  hash[0] = hash[1] = 1;
  for (size_t i = 0; i < world->memory.count; i++)
    if (world->memory.items[i] != initial_value (machine, i))
      {
        mix (hash, i);
        mix (hash, (uint64_t) world->memory.items[i]);
      }
}

void
rp_world_hash (const rp_machine *machine, const rp_world *world, uint64_t hash[2])
{
  rp_world_hash_memory (machine, world, hash);
  mix (hash, world->failed);
  for (size_t i = 0; i < world->processes.count; i++)
    {
      rp_process *p = world->processes.items[i];
      if (!p->hashed)
        process_hash (p);
      mix (hash, p->hash[0]);
      mix (hash, p->hash[1]);
    }
}

static bool
is_location (const rp_location *location, uint32_t shared, const int64_t *subscripts,
             uint32_t dimensions)
{
  return location->shared == shared && location->dimensions == dimensions
         && (!dimensions
             || !memcmp (location->subscripts, subscripts, dimensions * sizeof *subscripts));
}

/* Keys of the index are hashes; a location whose key is taken by another tries the next one. */
uint32_t
rp_machine_location (rp_machine *machine, uint32_t shared, const int64_t *subscripts,
                     uint32_t dimensions)
{
  uint64_t key = rp_hash64 (shared + 1);
  for (uint32_t i = 0; i < dimensions; i++)
    key = rp_hash64 (key ^ (uint64_t) subscripts[i]);
  for (;; key++)
    {
      bool is_new;
      uint64_t *number = rp_map_insert (&machine->location_index, key, &is_new);
      if (is_new)
        {
          *number = machine->locations.count;
          rp_location location = { shared, dimensions, NULL };
          location.subscripts = rp_malloc ((dimensions + 1) * sizeof *subscripts);
          if (dimensions)
            memcpy (location.subscripts, subscripts, dimensions * sizeof *subscripts);
          RP_VEC_PUSH (&machine->locations, location);
        }
      if (is_location (&machine->locations.items[*number], shared, subscripts, dimensions))
        return (uint32_t) *number;
    }
}

int64_t
rp_world_load (const rp_machine *machine, const rp_world *world, uint32_t location)
{
  return location < world->memory.count ? world->memory.items[location]
                                        : initial_value (machine, location);
}

void
rp_world_store (const rp_machine *machine, rp_world *world, uint32_t location, int64_t value)
{
  for (size_t next = world->memory.count; next <= location; next++)
    RP_VEC_PUSH (&world->memory, initial_value (machine, next));
  world->memory.items[location] = value;
}
