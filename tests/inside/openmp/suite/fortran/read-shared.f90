! All threads read a number into one variable.
! expect: race x
! at: 10
program main
  implicit none
  character(len=8) :: line
  integer :: x
  line = '17'
  !$omp parallel
  read (line, *) x
  !$omp end parallel
  print *, x
end program main
