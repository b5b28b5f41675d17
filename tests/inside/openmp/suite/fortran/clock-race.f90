! Two sections ask for the time, into one array and one string.
! expect: race values
! expect: race date
! at: 10 13
program main
  implicit none
  integer :: values(8)
  character(len=8) :: date
  !$omp parallel sections
  call date_and_time(date=date, values=values)
  if (values(1) < 0) stop 1
  !$omp section
  call date_and_time(date=date, values=values)
  !$omp end parallel sections
  print *, values(1) > 0, date > ' '
end program main
