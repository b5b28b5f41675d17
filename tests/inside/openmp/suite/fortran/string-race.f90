! A string is assigned by all threads.
! expect: race s
! at: 9
program main
  implicit none
  character(len=11) :: s
  s = ' '
  !$omp parallel
  s = 'hello'
  !$omp end parallel
  print *, s
end program main
