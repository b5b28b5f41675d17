/* Closures for C++: rp_async ([=] { ... }). Only included by task.h. */
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

#endif
