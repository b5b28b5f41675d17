! An array assignment in workshare without a barrier behind it, and another thread's read.
! expect: race a
program main
  implicit none
  integer, save :: a(16), b(16)
  b = 1
  !$omp parallel num_threads(2)
  !$omp workshare
  a = b
  !$omp end workshare nowait
  !$omp sections
  !$omp section
  if (a(1) > 5) b(2) = 3
  !$omp end sections
  !$omp end parallel
  print *, a(1)
end program main
