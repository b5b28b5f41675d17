! Two iterations get sections of assumed shape that have an element in common.
! expect: race a
! at: 20
program main
  implicit none
  integer :: a(0:40), k
  a = 0
  !$omp parallel do
  do k = 0, 3
    call fill(a(10 * k:10 * k + 10), k)
  end do
  !$omp end parallel do
  print *, a(0)
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
