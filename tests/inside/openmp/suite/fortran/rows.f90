! Each iteration sets a row, whose elements do not follow each other in memory.
! expect: clean
program main
  implicit none
  integer :: m(9, 10), i
  m = 0
  !$omp parallel do
  do i = 1, 9
    m(i, :) = i
  end do
  !$omp end parallel do
  if (sum(m) /= 450) stop 1
end program main
