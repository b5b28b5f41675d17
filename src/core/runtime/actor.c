/* Actors. An actor handles its messages one at a time. It handles the messages of one sender in the order in which they
 * were sent [Mercer, II names actors among the constructs of the Habanero model].
 *
 * A message is a task in the sender's finish. This task first waits, as by a get, for the sender's previous message to
 * the same actor. Then it runs the handler in an isolated section on the actor. This section excludes only other
 * messages to the actor, not the global section. So messages of different senders can come in any order. An observer
 * that knows futures and sections needs no rule for actors.
 *
 * The sender is a task or, if that task is itself a message, the actor that handles the message. So messages from one
 * actor to another keep their order, even if different messages caused them. This order follows from the order in which
 * the sending actor handled its messages, which depends on the schedule: rp_handling_actor. */
#include "base/map.h"
#include "base/panic.h"
#include "core/runtime/task.h"

struct rp_actor
{
  rp_range object;
  rp_task_function *handle;
  void *context;
  rp_task_release *release;
  rp_sent_list sent;
};

/* The object's number is a hash of the creating task's name, and of how many objects that task created before.
 * Addresses and rows of the task table would differ between schedules. */
rp_range
rp_fresh_object (void)
{
  rp_task *maker = rp_task_current ();
  return rp_object_named (rp_hash64 (maker->name + ++maker->actors));
}

rp_actor *
rp_actor_new_at (rp_task_function *handle, void *context, rp_task_release *release)
{
  rp_task *task = rp_task_current ();
  rp_actor *actor = rp_calloc (1, sizeof *actor);
  *actor = (rp_actor) { rp_fresh_object (), handle, context, release, { 0 } };
  RP_VEC_PUSH (&task->rt->actors, actor);
  return actor;
}

void
rp_actor_free (rp_actor *actor)
{
  if (actor->release)
    actor->release (actor->context);
  RP_VEC_CLEAR (&actor->sent);
  free (actor);
}

void *
rp_actor_context (const rp_actor *actor)
{
  return actor->context;
}

rp_range
rp_actor_object (const rp_actor *actor)
{
  return actor->object;
}

rp_actor *
rp_handling_actor (void)
{
  return rp_task_current ()->handles;
}

static rp_sent *
find_or_add (rp_sent_list *list, const rp_actor *to)
{
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i].to == to)
      return &list->items[i];
  RP_VEC_PUSH (list, (rp_sent) { .to = to });
  return &RP_VEC_LAST (list);
}

static void
run_message (void *argument)
{
  rp_task *task = rp_task_current ();
  uint32_t site = task->rt->table.rows.items[task->strand.task].site;
  if (task->previous)
    {
      rp_get_at (task->previous, site);
      rp_task_unref (task->previous);
      task->previous = NULL;
    }
  rp_isolated_begin_at (&task->handles->object, 1, site);
  task->handles->handle (argument);
  bool is_last;
  rp_isolated_end_on_at (task->handles->object, &is_last, site);
}

/* The sender's rp_sent had a reference to the previous message. The new message takes over this reference, and rp_sent
 * gets a reference to the new message. */
void
rp_send_at (rp_actor *actor, void *argument, rp_creation how)
{
  rp_task *sender = rp_task_current ();
  rp_sent *sent = find_or_add (sender->handles ? &sender->handles->sent : &sender->sent, actor);
  rp_task *message = rp_task_new (sender->rt, sender, run_message, argument, how);
  message->is_future = true;
  message->handles = actor;
  message->previous = sent->last;
  sent->last = message;
  message->references++;
  rp_task_launch (message);
}

void
rp_actor_add_sent (rp_digest *digest, const rp_sent_list *list)
{
  rp_digest_add (digest, list->count);
  for (size_t i = 0; i < list->count; i++)
    {
      rp_digest_add (digest, list->items[i].to->object.base);
      rp_digest_add (digest, rp_task_path (list->items[i].last));
    }
}

void
rp_actor_add_state (rp_digest *digest, const rp_actor *actor, rp_argument_state *argument_state)
{
  rp_digest_add (digest, actor->object.base);
  rp_digest_add_digest (digest, argument_state (actor->context, false));
  rp_actor_add_sent (digest, &actor->sent);
}

void
rp_actor_sender_ended (rp_task *task)
{
  for (size_t i = 0; i < task->sent.count; i++)
    rp_task_unref (task->sent.items[i].last);
  RP_VEC_CLEAR (&task->sent);
}
