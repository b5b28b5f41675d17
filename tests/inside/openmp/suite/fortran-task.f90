! taskwait orders the task before the read.
! expect: clean
program main
  implicit none
  integer :: x, seen
  x = 0
  seen = 0
  !$omp parallel
  !$omp single
  !$omp task shared(x)
  x = 5
  !$omp end task
  !$omp taskwait
  seen = x
  !$omp end single
  !$omp end parallel
  if (seen /= 5) stop 1
end program main
