! The creator reads the result of the task without waiting.
! expect: race x
! at: 11 13
program main
  implicit none
  integer, save :: x = 0
  integer, save :: seen = 0
  !$omp parallel
  !$omp single
  !$omp task shared(x)
  x = 5
  !$omp end task
  seen = x
  !$omp end single
  !$omp end parallel
  print *, seen
end program main
