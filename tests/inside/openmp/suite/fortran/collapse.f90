! Collapsed iterations write elements of their own, of a matrix with other lower bounds.
! expect: clean
program main
  implicit none
  integer :: i, j, a(-2:2, 0:4)
  !$omp parallel do collapse(2)
  do i = -2, 2
    do j = 0, 4
      a(i, j) = i + j
    end do
  end do
  !$omp end parallel do
  if (sum(a) /= 50) stop 1
end program main
