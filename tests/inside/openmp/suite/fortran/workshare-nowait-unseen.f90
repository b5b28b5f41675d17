! No barrier between two workshare constructs: who writes an element need not be who reads it.
! expect: unseen
program nowaits
  implicit none
  integer :: a(100), b(100)
  b = 0
  !$omp parallel
  !$omp workshare
  a = b + 1
  !$omp end workshare nowait
  !$omp workshare
  b = a + 1
  !$omp end workshare
  !$omp end parallel
  if (b(100) /= 2) stop 1
end program
