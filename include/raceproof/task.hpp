/* Closures for C++: rp_async ([=] { ... }), and actors that get values. Only included by task.h. */
#ifndef RACEPROOF_TASK_HPP
#define RACEPROOF_TASK_HPP

#include <utility>

template <typename F>
void
rp_run_closure (void *argument)
{
  F *closure = static_cast<F *> (argument);
  (*closure) ();
  delete closure;
}

template <typename F>
void
rp_async (F closure)
{
  rp_async (rp_run_closure<F>, new F (std::move (closure)));
}

template <typename M, typename F>
void
rp_handle_value (void *argument, void *state)
{
  M *message = static_cast<M *> (argument);
  (*static_cast<F *> (state)) (*message);
  delete message;
}

/* An actor whose messages are values: rp_actor_of<int> ([=] (int n) { ... }). An actor never ends, so its closure is
 * never freed. */
template <typename M, typename F>
rp_actor *
rp_actor_of (F handle)
{
  return rp_actor_new (rp_handle_value<M, F>, new F (std::move (handle)));
}

/* M is the type that the actor was made for. */
template <typename M>
void
rp_send_value (rp_actor *actor, M message)
{
  rp_send (actor, new M (std::move (message)));
}

#endif
