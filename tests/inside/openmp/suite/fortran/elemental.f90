! An elemental function is applied to the columns of different iterations.
! expect: clean
program main
  implicit none
  integer :: a(10, 4), j
  a = 3
  !$omp parallel do
  do j = 1, 4
    a(:, j) = square(a(:, j))
  end do
  !$omp end parallel do
  if (any(a /= 9)) stop 1
contains
  elemental integer function square(x)
    integer, intent(in) :: x
    square = x * x
  end function square
end program main
