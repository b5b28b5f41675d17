! Arrays that share places, of which different ones are used.
! expect: clean
program main
  implicit none
  integer, save :: a(4), b(4)
  equivalence (a(3), b(1))
  !$omp parallel sections
  !$omp section
  a(1:3) = 1
  !$omp section
  b(2:4) = 2
  !$omp end parallel sections
  if (sum(b) /= 7) stop 1
end program main
