! Array assignments in workshare; each statement is complete before the next begins.
! expect: clean
program main
  implicit none
  integer :: a(20), b(20)
  a = 1
  !$omp parallel
  !$omp workshare
  b = 2 * a
  a = b + 1
  !$omp end workshare
  !$omp end parallel
  if (any(a /= 3)) stop 1
end program main
