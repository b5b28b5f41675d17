! An array is set to zero by one thread, and read by all behind the barrier.
! expect: clean
program main
  implicit none
  integer :: a(100), wrong
  wrong = 0
  !$omp parallel reduction(+:wrong)
  !$omp single
  a = 0
  !$omp end single
  if (any(a /= 0)) wrong = wrong + 1
  !$omp end parallel
  if (wrong /= 0) stop 1
end program main
