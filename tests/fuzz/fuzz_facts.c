/* libFuzzer: any bytes are read as the facts of a program, or refused with a reason; what is read keeps the guarantees
 * F2 and F3 of outside/raw_report/reader.h.
 *
 * `make fuzz` builds and runs it. What it finds is kept in tests/fuzz/regressions/facts. */
#include "outside/raw_report/reader.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static void
expect (bool holds, const char *what)
{
  if (holds)
    return;
  fprintf (stderr, "%s\n", what);
  abort ();
}

/* Reads every byte, so that a sanitizer sees each. */
static uint64_t
sum_stack (const rp_fact_stack *stack)
{
  uint64_t sum = 0;
  for (uint32_t i = 0; i < stack->count; i++)
    sum += stack->pcs[i];
  return sum;
}

static void
check_tasks (const rp_facts *facts)
{
  for (uint32_t i = 0; i < facts->task_count; i++)
    {
      const rp_fact_task *task = &facts->tasks[i];
      expect (rp_facts_task (facts, task->id) == task, "a task is not found by its number");
      expect (task->parent == RP_NO_TASK || task->parent < task->id, "a creator comes after its task");
      expect (task->kind < RP_TASK_KINDS, "a task of no kind");
      sum_stack (&task->stack);
    }
}

static void
check_findings (const rp_facts *facts)
{
  for (uint32_t i = 0; i < facts->race_count; i++)
    {
      const rp_fact_race *race = &facts->races[i];
      expect (race->object.kind <= RP_FACT_THREAD_LOCAL, "an object of no kind");
      sum_stack (&race->later.stack);
      sum_stack (&race->earlier.stack);
      sum_stack (&race->object.allocated);
      sum_stack (&race->join.stack);
    }
  for (uint32_t i = 0; i < facts->stop.wait_count; i++)
    expect (facts->stop.waits[i].reason < RP_WAIT_REASON_COUNT, "a wait for no reason");
  for (uint32_t i = 0; i < facts->incident_count; i++)
    expect (rp_rule_find (facts->incidents[i].rule), "an incident of no rule");
  expect (facts->stop.ending < RP_RUN_END_COUNT, "an end of no kind");
}

static void
check_graph (const rp_fact_graph *graph)
{
  for (uint32_t i = 0; i < graph->node_count; i++)
    {
      const rp_fact_node *node = &graph->nodes[i];
      expect (node->place < graph->place_count, "a node without a place");
      for (uint32_t j = 0; j < node->access_count; j++)
        expect (node->accesses[j].object < graph->object_count && node->accesses[j].place < graph->place_count,
                "an access without an object or a place");
    }
  for (uint32_t i = 0; i < graph->edge_count; i++)
    expect (graph->edges[i].from < graph->node_count && graph->edges[i].to < graph->node_count, "an edge to nowhere");
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  rp_arena arena = { 0 };
  rp_facts facts;
  char *why = NULL;
  bool is_read = rp_facts_parse (&facts, &arena, (const char *) data, size, &why);
  expect (is_read || (why && *why), "refused without a reason");
  if (is_read)
    {
      check_tasks (&facts);
      check_findings (&facts);
      if (facts.graph)
        check_graph (facts.graph);
    }
  free (why);
  rp_facts_clear (&facts);
  rp_arena_clear (&arena);
  return 0;
}
