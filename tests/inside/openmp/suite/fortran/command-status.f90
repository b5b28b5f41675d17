! Each iteration has its own results; a command that succeeds writes no message.
! expect: clean
program main
  implicit none
  integer :: i, status(8), code(8)
  character(20), save :: message = "none"
  status = -5
  !$omp parallel do
  do i = 1, 8
    call execute_command_line("true", exitstat=status(i), cmdstat=code(i), cmdmsg=message)
    if (message /= "none") stop 1
  end do
  if (any(status /= 0) .or. any(code /= 0)) stop 2
end program main
