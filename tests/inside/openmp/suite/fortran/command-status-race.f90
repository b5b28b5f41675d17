! Iterations execute commands. Their results go to the same variables.
! expect: race status
! expect: race code
program main
  implicit none
  integer :: i, status, code
  status = -5
  code = -5
  !$omp parallel do
  do i = 1, 8
    call execute_command_line("true", exitstat=status, cmdstat=code)
  end do
  print *, status, code
end program main
