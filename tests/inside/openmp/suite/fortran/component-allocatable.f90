! Each element of an array has an allocatable component of its own.
! expect: clean
program main
  implicit none
  type vector
    integer, allocatable :: x(:)
  end type vector
  type(vector) :: v(6)
  integer :: i
  !$omp parallel do
  do i = 1, 6
    allocate (v(i)%x(i))
    v(i)%x = i
  end do
  !$omp end parallel do
  do i = 1, 6
    if (sum(v(i)%x) /= i * i) stop 1
  end do
end program main
