! sum and where in workshare; statements are complete one after the other.
! expect: clean
program main
  implicit none
  integer :: a(16), b(16), s
  a = 1
  s = 0
  !$omp parallel
  !$omp workshare
  b = a + 1
  where (b > 1) a = b
  s = sum(a)
  !$omp end workshare
  !$omp end parallel
  if (s /= 32) stop 1
end program main
