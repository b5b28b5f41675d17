/* A small report is read, and refused as a whole with one value changed. */
#include "base/strbuf.h"
#include "outside/raw_report/reader.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define SIDE(TASK) "{\"task\":" TASK ",\"write\":true,\"size\":4,\"stack\":[\"0x10\",\"0x0\"]}"

static const char report[]
  = "{\"schema\":\"raceproof-raw/1\",\"program\":\"p\",\"engine\":\"bags\",\"schedule\":\"depth-first\",\"status\":3,"
    "\"modules\":[{\"path\":\"/p\",\"low\":\"0x1000\",\"high\":\"0xffffffffffffffff\",\"bias\":\"0x0\"}],"
    "\"tasks\":[{\"id\":0,\"parent\":null,\"kind\":\"main\",\"index\":null,\"stack\":[]},"
    "{\"id\":7,\"parent\":0,\"kind\":\"async\",\"index\":-2,\"stack\":[\"0x20\"]}],"
    "\"races\":[{\"certainty\":\"certain\",\"count\":2,\"address\":\"0x30\",\"size\":4,\"object\":{\"kind\":\"heap\","
    "\"base\":\"0x2c\",\"size\":40,\"task\":7,\"stack\":[]},\"later\":" SIDE ("7") ",\"earlier\":" SIDE ("0") ","
    "\"join\":{\"kind\":\"finish\",\"stack\":[]}}],"
    "\"stop\":{\"kind\":\"deadlock\",\"message\":\"\",\"task\":7,\"waiting\":[{\"task\":7,\"reason\":\"future\","
    "\"others\":[0],\"other_count\":1,\"number\":0,\"stack\":[]}]},"
    "\"dependences\":[],\"warnings\":[\"w\"],\"unseen\":[],\"limits\":[],"
    "\"graph\":{\"places\":[{\"stack\":[]}],\"objects\":[{\"kind\":\"unknown\"}],\"edges\":[[0,1,true]],"
    "\"nodes\":[{\"kind\":0,\"stamp\":1,\"task\":0,\"place\":0,\"index\":0,\"accesses\":[[\"0x30\",4,true,0,0]]},"
    "{\"kind\":1,\"stamp\":2,\"place\":0,\"index\":0,\"accesses\":[]}]},"
    "\"stats\":{\"tasks\":2,\"seconds\":0.5}}";

/* The report with NEW for the first OLD. */
static char *
changed (const char *old, const char *new)
{
  const char *at = strstr (report, old);
  rp_strbuf text = { 0 };
  CHECK (at);
  rp_strbuf_add_bytes (&text, report, (size_t) (at - report));
  rp_strbuf_format (&text, "%s%s", new, at + strlen (old));
  return text.text;
}

TEST (facts_are_read)
{
  rp_arena arena = { 0 };
  rp_facts facts;
  char *why;
  CHECK (rp_facts_parse (&facts, &arena, report, strlen (report), &why));
  CHECK_INT (facts.status, 3);
  CHECK_INT (facts.task_count, 2);
  CHECK_INT (facts.tasks[0].parent, RP_NO_TASK);
  CHECK_INT (rp_facts_task (&facts, 7)->index, -2);
  CHECK (!rp_facts_task (&facts, 1));
  CHECK_INT (facts.modules[0].high, UINT64_MAX);
  CHECK_INT (facts.races[0].object.kind, RP_FACT_HEAP);
  CHECK_INT (facts.races[0].object.owner, 7);
  CHECK_INT (facts.races[0].later.stack.pcs[0], 16);
  CHECK_INT (facts.races[0].later.stack.pcs[1], 0);
  CHECK_INT (facts.stop.ending, RP_RUN_END_DEADLOCK);
  CHECK_INT (facts.stop.waits[0].reason, RP_WAIT_FUTURE);
  CHECK_STR (facts.remarks[RP_REMARK_WARNING].items[0], "w");
  CHECK_INT (facts.graph->nodes[1].task, RP_NO_TASK);
  rp_facts_clear (&facts);
  rp_arena_clear (&arena);
}

TEST (damaged_facts_are_refused)
{
  static const struct
  {
    const char *old, *new, *why;
  } rows[] = {
    { "raw/1", "raw/2", "its schema is not raceproof-raw/1" },
    { "\"races\":[", "\"other\":[", "races is missing" },
    { "\"unseen\":[]", "\"unseen\":null", "unseen is no list" },
    { "\"unseen\":[]", "\"unseen\":[1]", "unseen is no text" },
    { "\"stop\":{", "\"other\":{", "stop is missing" },
    { "\"status\":3", "\"status\":256", "status is out of range" },
    { "\"bags\"", "\"magic\"", "engine is of no kind that is known" },
    { "\"parent\":0", "\"parent\":7", "tasks[1].parent is not from before the task" },
    { "\"parent\":0", "\"parent\":4294967295", "tasks[1].parent is out of range" },
    { "\"id\":7", "\"id\":0", "tasks[1].parent is not from before the task" },
    { "\"parent\":null", "\"parent\":-1", "tasks[0].parent is out of range" },
    { "\"kind\":\"async\"", "\"kind\":\"thing\"", "tasks[1].kind is of no kind that is known" },
    { "\"index\":-2", "\"index\":\"x\"", "tasks[1].index is no integer" },
    { "\"0x20\"", "\"0x\"", "tasks[1].stack[0] is no address" },
    { "\"0x20\"", "\"0x12345678123456781\"", "tasks[1].stack[0] is no address" },
    { "\"0x20\"", "32", "tasks[1].stack[0] is no address" },
    { "\"certain\"", "\"sure\"", "races[0].certainty is of no kind that is known" },
    { "\"write\":true", "\"write\":1", "races[0].later.write is neither true nor false" },
    { "\"later\":{", "\"later\":{\"locks\":[{\"address\":\"0x1\",\"lock\":true}],", "races[0].later.locks[0].object is missing" },
    { "\"kind\":\"heap\"", "\"kind\":\"attic\"", "races[0].object.kind is of no kind that is known" },
    { "\"join\":{", "\"joined\":{", "races[0].join is missing" },
    { "\"kind\":\"deadlock\"", "\"kind\":\"nap\"", "stop.kind is of no kind that is known" },
    { "\"reason\":\"future\"", "\"reason\":\"fun\"", "stop.waiting[0].reason is of no kind that is known" },
    { "\"others\":[0]", "\"others\":[0,1,2,3,4]", "stop.waiting[0].others is too long" },
    { "\"other_count\":1", "\"other_count\":2", "stop.waiting[0].other_count is not that of `others'" },
    { "[0,1,true]", "[0,2,true]", "graph.edges is out of range" },
    { "true,0,0]]", "true,1,0]]", "graph.nodes is out of range" },
    { "true,0,0]]", "true,0,9]]", "graph.nodes is out of range" },
    { "\"seconds\":0.5", "\"seconds\":-1", "stats.seconds is no number from 0 on" },
    { "\"tasks\":2", "\"tasks\":1.5", "stats.tasks is no number" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      rp_arena arena = { 0 };
      rp_facts facts;
      char *why = NULL, *text = changed (rows[i].old, rows[i].new);
      CHECK (!rp_facts_parse (&facts, &arena, text, strlen (text), &why));
      CHECK_STR (why ? why : "", rows[i].why);
      free (text);
      free (why);
      rp_facts_clear (&facts);
      rp_arena_clear (&arena);
    }
}

/* However short it is cut: refused, with a reason. */
TEST (cut_facts_are_refused)
{
  for (size_t length = 0; length < strlen (report); length++)
    {
      rp_arena arena = { 0 };
      rp_facts facts;
      char *why = NULL;
      CHECK (!rp_facts_parse (&facts, &arena, report, length, &why));
      CHECK (why && *why);
      free (why);
      rp_facts_clear (&facts);
      rp_arena_clear (&arena);
    }
}
