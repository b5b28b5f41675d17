! Two names of one place.
! expect: race a
! at: 10 12
program main
  implicit none
  integer, save :: a(4), b(4)
  equivalence (a(3), b(1))
  !$omp parallel sections
  !$omp section
  a(4) = 1
  !$omp section
  b(2) = 2
  !$omp end parallel sections
  print *, a(4)
end program main
