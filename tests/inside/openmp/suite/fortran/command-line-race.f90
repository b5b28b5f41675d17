! Threads ask for the command line and the environment. All results go to the same variables.
! expect: race length
! expect: race status
! expect: race whole
! expect: race home
! expect: race found
! expect: race name
program main
  implicit none
  integer :: whole
  integer :: length, status, found
  character(20) :: home, name
  !$omp parallel num_threads(2)
  call get_command_argument(0, length=length, status=status)
  call get_command(length=whole)
  call get_environment_variable("HOME", home, status=found)
  call getarg(0, name)
  !$omp end parallel
  print *, length > 0, status, whole > 0, home /= "", found, name /= ""
end program main
