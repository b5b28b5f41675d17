! Workshare constructs with barriers between them.
! expect: clean
! prints: 400
program barriers
  implicit none
  integer :: i, a(100), b(100)
  b = 0
  !$omp parallel
  !$omp workshare
  a = b + 1
  !$omp end workshare
  !$omp workshare
  b = a + 1
  where (b > 1) a = b
  !$omp end workshare
  !$omp do
  do i = 1, 100
    a(i) = a(i) + b(101 - i)
  end do
  !$omp end parallel
  print '(i0)', sum(a)
end program
