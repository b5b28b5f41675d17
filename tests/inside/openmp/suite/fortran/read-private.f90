! All threads read a number into variables of their own.
! expect: clean
program main
  implicit none
  character(len=8) :: line
  integer :: x, wrong
  line = '17'
  wrong = 0
  !$omp parallel private(x) reduction(+:wrong)
  read (line, *) x
  if (x /= 17) wrong = wrong + 1
  !$omp end parallel
  if (wrong /= 0) stop 1
end program main
