! Each iteration sets a column of its own.
! expect: clean
program main
  implicit none
  integer :: m(10, 8), n(10, 8), j
  n = 1
  !$omp parallel do
  do j = 1, 8
    m(:, j) = n(:, 9 - j) + j
  end do
  !$omp end parallel do
  if (m(10, 8) /= 9) stop 1
end program main
