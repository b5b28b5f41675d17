! Extensions of GNU for the time and for hosts: all threads use the same variables for results.
! expect: race parts
! expect: race times
! expect: race total
! expect: race now
! expect: race date
! expect: race text
! expect: race host
! expect: race failed
program main
  implicit none
  integer :: parts(9), date(3), failed
  real :: times(2), total, now
  character(40) :: text, host
  !$omp parallel num_threads(2)
  call gmtime(1000, parts)
  call etime(times, total)
  call second(now)
  call idate(date)
  call fdate(text)
  call hostnm(host, failed)
  !$omp end parallel
  print *, parts(1), times(1) >= 0, total >= 0, now >= 0, date(1) > 0, text /= "", host /= "", failed
end program main
