! The master's write and the read of a workshare construct race, but in this run the same thread may execute both.
! expect: unseen
program before
  implicit none
  integer :: a(100), b(100)
  a = 0
  !$omp parallel
  !$omp master
  a(1) = 1
  !$omp end master
  !$omp workshare
  b = a + 1
  !$omp end workshare
  !$omp end parallel
  if (b(100) /= 1) stop 1
end program
