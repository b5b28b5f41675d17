! One section reads what the other writes.
! expect: race a
! at: 9 11
program main
  implicit none
  integer, save :: a = 0, b = 0
  !$omp parallel sections
  !$omp section
  a = 1
  !$omp section
  b = a
  !$omp end parallel sections
  print *, b
end program main
