! A task's variable is printed after a taskwait.
! expect: clean
program main
  implicit none
  integer :: x
  x = 0
  !$omp parallel
  !$omp single
  !$omp task shared(x)
  x = 5
  !$omp end task
  !$omp taskwait
  print *, x
  !$omp end single
  !$omp end parallel
end program main
