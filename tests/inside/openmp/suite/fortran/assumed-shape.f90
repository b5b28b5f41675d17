! Each iteration gets a section of its own, of assumed shape and with gaps.
! expect: clean
program main
  implicit none
  integer :: a(40), k
  a = 0
  !$omp parallel do
  do k = 1, 4
    call fill(a(k:40:4), k)
  end do
  !$omp end parallel do
  if (sum(a) /= 100) stop 1
contains
  subroutine fill(x, value)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: value
    integer :: i
    do i = 1, size(x)
      x(i) = value
    end do
  end subroutine fill
end program main
