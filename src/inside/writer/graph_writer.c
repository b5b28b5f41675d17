/* The computation graph in the raw report, from which a picture is drawn: nodes with their accesses, edges, and the
 * sites and objects that these name by number. */
#include "base/vec.h"
#include "inside/engine/engine.h"
#include "inside/writer/report_writer.h"

#include <stdlib.h>

static rp_engine_state *const engine = &rp_engine_now;

typedef struct drawing
{
  rp_json *json;
  rp_map sites; /* site -> its place in site_list */
  RP_VEC (uint32_t) site_list;
  rp_map objects; /* hash of a block or frame (object_number) -> its place in object_list */
  RP_VEC (rp_object) object_list;
  rp_map numbers; /* node -> its number in the report */
} drawing;

static uint64_t
site_number (drawing *d, uint32_t site)
{
  bool is_new;
  uint64_t *number = rp_map_insert (&d->sites, site, &is_new);
  if (is_new)
    {
      *number = d->site_list.count;
      RP_VEC_PUSH (&d->site_list, site);
    }
  return *number;
}

/* Returns the number of OBJECT in the report; a new object gets the next number. Two blocks are the same if their
 * addresses and the call paths of their allocations are equal. Two frames are the same if their ends and the code
 * addresses in their functions (rp_stack_frame.pc) are equal. */
static uint64_t
object_number (drawing *d, const rp_object *object)
{
  uint64_t a = object->block.base ? object->block.base : object->stack.frame;
  uint64_t b = object->block.base ? object->block.context : object->stack.pc;
  bool is_new;
  uint64_t *number = rp_map_insert (&d->objects, a * 0x9e3779b97f4a7c15u ^ b, &is_new);
  if (is_new)
    {
      *number = d->object_list.count;
      RP_VEC_PUSH (&d->object_list, *object);
    }
  return *number;
}

static void
write_access (drawing *d, uint32_t node, const rp_access *access)
{
  uint64_t address = rp_locations_address (&engine->locations, access->base);
  rp_object object = rp_graph_engine_object_at (address, node);
  rp_json_array (d->json, NULL);
  rp_write_address (d->json, NULL, address);
  rp_json_number (d->json, NULL, access->size);
  rp_json_bool (d->json, NULL, access->is_write);
  rp_json_number (d->json, NULL, site_number (d, access->site));
  rp_json_number (d->json, NULL, object_number (d, &object));
  rp_json_array_end (d->json);
}

/* Writes the accesses of a node. Accesses at sites with races come first, because a picture has room for a few
 * accesses only. */
static void
write_accesses (drawing *d, uint32_t number)
{
  const rp_access_set *set = &rp_graph_node (&engine->builder.graph, number)->accesses;
  rp_json_array (d->json, "accesses");
  for (int racing = 1; racing >= 0; racing--)
    for (uint32_t i = 0; i < set->count; i++)
      if (!rp_map_find (&engine->racing_sites, set->items[i].site) == !racing)
        write_access (d, number, &set->items[i]);
  rp_json_array_end (d->json);
}

static void
write_node (drawing *d, uint32_t number)
{
  const rp_node *node = rp_graph_node (&engine->builder.graph, number);
  rp_json_object (d->json, NULL);
  rp_json_number (d->json, "kind", node->kind);
  rp_json_number (d->json, "stamp", node->stamp);
  if (node->task != RP_NO_TASK)
    rp_json_number (d->json, "task", node->task);
  rp_json_number (d->json, "place", site_number (d, node->site));
  rp_json_number (d->json, "index", node->index);
  rp_json_bool (d->json, "isolated", node->lockset != RP_NO_LOCKS);
  rp_json_bool (d->json, "atomic", rp_site_operation (node->site) == RP_OPERATION_ATOMIC);
  rp_json_bool (d->json, "racing", rp_map_find (&engine->racing_nodes, node->stamp));
  write_accesses (d, number);
  rp_json_object_end (d->json);
}

static void
write_edges (drawing *d, uint32_t number)
{
  const rp_graph *graph = &engine->builder.graph;
  RP_GRAPH_FOR_PREDS (graph, number, from, is_last, {
    const uint64_t *source = rp_map_find (&d->numbers, from);
    if (source)
      {
        rp_json_array (d->json, NULL);
        rp_json_number (d->json, NULL, *source);
        rp_json_number (d->json, NULL, *rp_map_find (&d->numbers, number));
        rp_json_bool (d->json, NULL, is_last);
        rp_json_array_end (d->json);
      }
  });
}

static void
write_names (drawing *d)
{
  rp_json_array (d->json, "places");
  for (size_t i = 0; i < d->site_list.count; i++)
    {
      rp_json_object (d->json, NULL);
      rp_write_stack (d->json, "stack", d->site_list.items[i]);
      rp_json_object_end (d->json);
    }
  rp_json_array_end (d->json);
  rp_json_array (d->json, "objects");
  for (size_t i = 0; i < d->object_list.count; i++)
    rp_write_object (d->json, NULL, &d->object_list.items[i]);
  rp_json_array_end (d->json);
}

void
rp_write_graph (rp_json *json)
{
  drawing d = { .json = json };
  size_t count;
  uint32_t *nodes = rp_graph_sorted (&engine->builder.graph, &count);
  for (size_t i = 0; i < count; i++)
    *rp_map_insert (&d.numbers, nodes[i], NULL) = i;
  rp_json_object (json, "graph");
  rp_json_array (json, "nodes");
  for (size_t i = 0; i < count; i++)
    write_node (&d, nodes[i]);
  rp_json_array_end (json);
  rp_json_array (json, "edges");
  for (size_t i = 0; i < count; i++)
    write_edges (&d, nodes[i]);
  rp_json_array_end (json);
  write_names (&d);
  rp_json_object_end (json);
  free (nodes);
  rp_map_clear (&d.sites);
  rp_map_clear (&d.objects);
  rp_map_clear (&d.numbers);
  RP_VEC_CLEAR (&d.site_list);
  RP_VEC_CLEAR (&d.object_list);
}
