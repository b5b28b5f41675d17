! The reader depends on the writer.
! expect: clean
program main
  implicit none
  integer :: x, seen
  x = 0
  seen = 0
  !$omp parallel
  !$omp single
  !$omp task shared(x) depend(out: x)
  x = 7
  !$omp end task
  !$omp task shared(x, seen) depend(in: x)
  seen = x
  !$omp end task
  !$omp end single
  !$omp end parallel
  if (seen /= 7) stop 1
end program main
