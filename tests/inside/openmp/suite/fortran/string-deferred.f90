! Strings of deferred length are local variables of a function that all threads call.
! expect: clean
program main
  implicit none
  integer :: i, total
  total = 0
  !$omp parallel do reduction(+:total)
  do i = 1, 5
    total = total + length(i)
  end do
  !$omp end parallel do
  if (total /= 20) stop 1
contains
  integer function length(n)
    integer, intent(in) :: n
    character(len=:), allocatable :: s
    s = repeat('x', n)
    s = s // 'y'
    length = len(s)
  end function length
end program main
