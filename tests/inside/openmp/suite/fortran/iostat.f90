! Each thread has a variable for the status of its statement.
! expect: clean
program main
  implicit none
  integer :: status, x, failed
  character(len=4) :: line
  line = 'abc'
  failed = 0
  !$omp parallel private(x, status) reduction(+:failed)
  read (line, *, iostat=status) x
  if (status /= 0) failed = failed + 1
  !$omp end parallel
  if (failed == 0) stop 1
end program main
