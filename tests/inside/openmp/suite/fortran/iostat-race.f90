! The status of the statement is one variable for all threads.
! expect: race status
! at: 10
program main
  implicit none
  integer :: status, x
  character(len=4) :: line
  line = 'abc'
  !$omp parallel private(x)
  read (line, *, iostat=status) x
  !$omp end parallel
  print *, status /= 0
end program main
