! The vector of sums is one for all threads.
! expect: race s
! at: 9
program main
  implicit none
  real :: a(6, 7), s(7)
  a = 1
  !$omp parallel shared(a, s)
  s = sum(a, dim=1)
  !$omp end parallel
  print *, s(1)
end program main
