! Two critical sections of different names update one variable.
! expect: race total
! at: 10 14
program main
  implicit none
  integer, save :: total = 0
  !$omp parallel sections
  !$omp section
  !$omp critical (one)
  total = total + 1
  !$omp end critical (one)
  !$omp section
  !$omp critical (two)
  total = total + 2
  !$omp end critical (two)
  !$omp end parallel sections
  print *, total
end program main
