! A detached task is complete when its event is fulfilled, and not before.
! expect: clean
program main
  use omp_lib
  implicit none
  integer(omp_event_handle_kind) :: event
  integer :: x
  x = 0
  !$omp parallel
  !$omp single
  !$omp task detach(event) depend(out: x) shared(x)
  x = 1
  !$omp end task
  !$omp task shared(x) depend(in: x)
  if (x == 1) x = 2
  !$omp end task
  call omp_fulfill_event(event)
  !$omp end single
  !$omp end parallel
  if (x /= 2) stop 1
end program main
