! Results of the command line and the environment that are private; a number that all threads read.
! expect: clean
program main
  implicit none
  integer :: place, length, status
  character(200) :: value
  place = 0
  !$omp parallel private(length, status, value)
  call get_command_argument(place, value, length, status)
  if (status /= 0 .or. len_trim(value) /= length) stop 1
  call get_command(value, length)
  if (length < 1) stop 2
  call get_environment_variable("NO_SUCH_VARIABLE", value, length, status)
  if (status /= 1 .or. value /= "") stop 3
  call get_command_argument(0, length=length)
  call get_command()
  !$omp end parallel
end program main
