! An array that one thread has read is given to all.
! expect: clean
program main
  implicit none
  integer :: a(4), wrong
  wrong = 0
  !$omp parallel private(a) reduction(+:wrong)
  !$omp single
  a = [1, 2, 3, 4]
  !$omp end single copyprivate(a)
  if (sum(a) /= 10) wrong = 1
  !$omp end parallel
  if (wrong /= 0) stop 1
end program main
