! The same of a variable in EQUIVALENCE, in a task.
! expect: race w
! at: 12 15
program main
  implicit none
  integer :: q(2), w, r
  equivalence (q(1), w)
  q = 1
  !$omp parallel num_threads(2)
  !$omp single
  !$omp task shared(w)
  w = 2
  !$omp end task
  r = 5 + &
    w
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  print *, r > 0, w
end program
