! A task's variable is printed before the task is waited for.
! expect: race x
! at: 11 13
program main
  implicit none
  integer :: x
  x = 0
  !$omp parallel
  !$omp single
  !$omp task shared(x)
  x = 5
  !$omp end task
  print *, x
  !$omp end single
  !$omp end parallel
end program main
