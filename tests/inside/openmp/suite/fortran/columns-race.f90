! Each iteration copies the column before its own.
! expect: race m
! at: 10
program main
  implicit none
  integer :: m(10, 8), j
  m = 1
  !$omp parallel do
  do j = 2, 8
    m(:, j) = m(:, j - 1) + 1
  end do
  !$omp end parallel do
  print *, m(1, 8)
end program main
