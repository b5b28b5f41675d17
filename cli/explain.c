/* `raceproof explain RULE`: what a finding means, a small model that has it, and what to do. */
#include "cli.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct explanation
{
  int rule;
  const char *title; /* set for rules that are not in the table of finding.h */
  const char *text;
} explanation;

static const explanation explanations[] = {
  { 1, NULL,
    "Two tasks access one location, at least one of them writes, and nothing orders\n"
    "the two accesses: neither a finish, nor a future, a phaser, a clock or an await\n"
    "makes one happen before the other, and no isolated section keeps them apart. The\n"
    "result depends on the schedule.\n"
    "\n"
    "    var sum;\n"
    "    finish {\n"
    "      async sum = sum + 1;\n"
    "      async sum = sum + 2;     // either task may read before the other writes\n"
    "    }\n"
    "\n"
    "raceproof runs the program once and looks for two steps of the computation graph\n"
    "without a path between them, so the verdict holds for every schedule of this\n"
    "input, not only for the one that ran. The lines under `order:' show the task from\n"
    "which both sides descend, and where they come together again.\n"
    "\n"
    "To repair it: order the accesses (a finish around the first task, a future that\n"
    "the second one gets), give each task a location of its own and combine them after\n"
    "the finish, or put both accesses into `isolated'. The last one removes the race\n"
    "but leaves the order open.\n"
    "\n"
    "A *possible* data race (a warning) is a pair that only the order of isolated\n"
    "sections kept apart in this run. Another order may let them meet; raceproof\n"
    "explore tries all of them.\n" },
  { 2, NULL,
    "No task can take a step, and at least one has not ended. The report says for each\n"
    "of them what it waits for, and where.\n"
    "\n"
    "    var box;\n"
    "    finish {\n"
    "      async { assume box == 1; }   // nobody ever sets it\n"
    "    }\n"
    "\n"
    "Often two tasks wait for each other: for futures in a circle, for isolated objects\n"
    "taken in different orders, or for a phaser whose other member has gone to wait\n"
    "elsewhere. Take objects in one order everywhere, get a future only in tasks that\n"
    "the future's own task does not wait for, and drop a phaser before a long wait.\n" },
  { 3, NULL,
    "A value that the program shows or tests differs from schedule to schedule, though\n"
    "no data race is needed for that: isolated sections run in any order.\n"
    "\n"
    "    var x;\n"
    "    finish {\n"
    "      async isolated x = 2 * x;\n"
    "      async isolated x = x + 1;    // x ends as 1 or 2\n"
    "    }\n"
    "\n"
    "Use operations that commute, or order the tasks.\n" },
  { 4, NULL,
    "Two tasks hold permissions on one object that exclude each other: one to write,\n"
    "the other to read or write. Permission regions say what a piece of code means to\n"
    "touch; a violation shows that two pieces mean to touch the same thing at once,\n"
    "even where no conflicting access happened yet.\n"
    "\n"
    "    var x;\n"
    "    finish {\n"
    "      async { acquire write x; x = 1; release write x; }\n"
    "      async { acquire read x; skip; release read x; }\n"
    "    }\n"
    "\n"
    "`raceproof run' reports violations that happen in its one schedule, `raceproof\n"
    "explore' those that any schedule can have. Order the two regions, put both into\n"
    "isolated sections, or make them smaller.\n" },
  { 5, NULL,
    "A construct is used against its own rules, so that the program has no meaning\n"
    "there: `release' of a permission that is not held, `next' on a phaser that the\n"
    "task is not registered on, `await' of a region that the task does not own,\n"
    "`clocked async' or `advance' outside a `clocked finish', `get' of a future that\n"
    "nobody can complete.\n"
    "\n"
    "    var x;\n"
    "    release write x;             // there is no acquire\n" },
  { 6, NULL,
    "The condition of an `assert' is false at that point, in the order of tasks that\n"
    "was executed. The run ends there. If a data race is reported too, look at that\n"
    "first: the assertion may fail only because of it.\n"
    "\n"
    "    var x;\n"
    "    finish async x = 1;\n"
    "    assert x == 2;\n" },
  { 7, NULL,
    "The program under test ended by a signal, such as a segmentation fault or an\n"
    "abort. What was found until then is reported; the part of the program that did\n"
    "not run any more was not checked.\n" },
  { 8, NULL,
    "A posted task may name the variables that it reads and writes. An access to\n"
    "another shared variable breaks that promise. The run goes on, so that all such\n"
    "accesses are found in one go.\n"
    "\n"
    "    var x;\n"
    "    var y;\n"
    "    proc p () { x = 1; y = 2; }\n"
    "    proc main () {\n"
    "      post r <- p () writes {x};   // y is not in the list\n"
    "      await r;\n"
    "    }\n"
    "\n"
    "Add the variable to the list, or leave the list out: then everything is allowed.\n" },
  { 9, NULL,
    "The program did something that has no result: an index outside a declared array,\n"
    "a division by zero, a recursion without end. The run ends there, and the exit\n"
    "status is 2, because the rest of the program was not checked.\n"
    "\n"
    "    var A[4];\n"
    "    A[4] = 1;                    // elements are 0 to 3\n" },
  { 10, NULL,
    "Two tasks access one location at the same time, one of them to write, and an\n"
    "access is neither in an isolated section nor in a permission region of its task\n"
    "that covers it: nothing states what is meant. The race is reported as RP001;\n"
    "`raceproof explore --suggest' adds the regions to write, and does not count them\n"
    "for the verdict.\n"
    "\n"
    "    var x;\n"
    "    finish {\n"
    "      async x = 1;\n"
    "      async { acquire write x; x = 2; release write x; }\n"
    "    }\n"
    "\n"
    "For line 3 it says: `acquire write x;' before this statement, `release write x;'\n"
    "after it.\n" },
  { 101, "not a token",
    "The text has a character, a number or a comment that the language does not have: a\n"
    "number that does not fit 64 bits, a comment without its end, a stray character.\n" },
  { 102, "syntax error",
    "The words are right but their order is not a sentence of the grammar. The caret\n"
    "stands at the first word that does not fit. The parser goes on at the next\n"
    "statement, so several errors come in one go; repair the first one first.\n" },
  { 103, "unknown or repeated name",
    "A name is used that nothing declares (a procedure, a future, a phaser, an actor),\n"
    "or it is declared twice in one scope. A plain variable needs no declaration:\n"
    "used without `var', it is shared and zero at the start.\n" },
  { 104, "wrong use of a name",
    "A name is used as something that it is not: a scalar with a subscript, an array\n"
    "with the wrong number of them, a call with too many arguments, an assignment to a\n"
    "loop iterator or to a parameter.\n" },
  { 105, "parameter without a value",
    "A `param' of the model needs a value: by --param NAME=VALUE, or by a minimum in\n"
    "its declaration, which is then the default. A value below the minimum is refused.\n"
    "\n"
    "    param n >= 1;                // raceproof run --param n=8 FILE.rp\n"
    "    forall (i in 1..n) A[i] = i;\n" },
  { 106, "clocked construct without its clock",
    "`advance' needs a clocked finish around it and no unclocked async in between; a\n"
    "clocked async needs one without an unclocked async or finish in between. `run'\n"
    "finds it when it executes such a statement (RP005), `prove' in the text, after\n"
    "expanding procedures.\n"
    "\n"
    "    clocked finish {\n"
    "      async advance;             // this task is not on the clock\n"
    "    }\n" },
};

static const size_t explanation_count = sizeof explanations / sizeof *explanations;

static const char *
title_of (const explanation *of)
{
  const rp_rule_text *rule = rp_rule_find ((rp_rule) of->rule);
  return rule ? rule->title : of->title;
}

/* Returns the explanation for WORD: RP001, rp1, 1, or the rule's name such as data-race; NULL if there is no such
 * rule. */
static const explanation *
find_explanation (const char *word)
{
  const char *digits = word + (strncasecmp (word, "rp", 2) ? 0 : 2);
  char *end;
  long number = isdigit ((unsigned char) *digits) ? strtol (digits, &end, 10) : -1;
  bool is_number = number >= 0 && !*end;
  for (size_t i = 0; i < explanation_count; i++)
    {
      const rp_rule_text *rule = rp_rule_find ((rp_rule) explanations[i].rule);
      if ((is_number && explanations[i].rule == number) || (rule && !strcmp (rule->name, word)))
        return &explanations[i];
    }
  return NULL;
}

static void
list_rules (void)
{
  for (size_t i = 0; i < explanation_count; i++)
    printf ("RP%03d  %s\n", explanations[i].rule, title_of (&explanations[i]));
}

int
rp_cli_explain (int argc, char **argv)
{
  if (argc < 2)
    {
      list_rules ();
      return RP_EXIT_CLEAN;
    }
  if (!strcmp (argv[1], "--help") || !strcmp (argv[1], "-h"))
    {
      char *help[] = { "help", "explain", NULL };
      return rp_cli_help (2, help);
    }
  for (int i = 1; i < argc; i++)
    {
      const explanation *found = find_explanation (argv[i]);
      if (!found)
        return rp_cli_error ("explain", "no rule `%s'; `raceproof explain' lists them", argv[i]);
      printf ("%sRP%03d: %s\n\n%s", i > 1 ? "\n" : "", found->rule, title_of (found), found->text);
    }
  return RP_EXIT_CLEAN;
}
