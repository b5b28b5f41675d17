! The master construct has no barrier.
! expect: race x
! at: 10 12
program main
  implicit none
  integer, save :: x
  x = 0
  !$omp parallel num_threads(4)
  !$omp master
  x = 1
  !$omp end master
  if (x > 5) print *, x
  !$omp end parallel
end program main
