! An array is set to zero by all threads.
! expect: race a
! at: 8
program main
  implicit none
  integer, save :: a(100)
  !$omp parallel
  a = 0
  !$omp end parallel
  print *, a(100)
end program main
