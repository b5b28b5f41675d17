! An array assignment in a region without workshare is executed by every thread.
! expect: race a
! at: 8
program main
  implicit none
  integer, save :: a(20)
  !$omp parallel
  a = 1
  !$omp end parallel
  print *, a(20)
end program main
