! Each iteration executes a where construct on its column.
! expect: clean
program main
  implicit none
  integer :: a(4, 6), j
  a = -2
  !$omp parallel do
  do j = 1, 6
    where (a(:, j) < 0)
      a(:, j) = -a(:, j)
    elsewhere
      a(:, j) = 0
    end where
  end do
  !$omp end parallel do
  if (any(a /= 2)) stop 1
end program main
