! All threads write into strings of their own.
! expect: clean
program main
  implicit none
  character(len=12) :: text
  integer :: wrong
  wrong = 0
  !$omp parallel private(text) reduction(+:wrong)
  write (text, '(i5)') 5
  if (adjustl(text) /= '5') wrong = wrong + 1
  !$omp end parallel
  if (wrong /= 0) stop 1
end program main
