! The same with automatic arrays on the stack.
! expect: clean
! flags: -fstack-arrays
program main
  implicit none
  integer :: k, total
  total = 0
  !$omp parallel do reduction(+:total)
  do k = 1, 20
    total = total + work(k)
  end do
  !$omp end parallel do
  if (total /= 2870) stop 1
contains
  integer function work(n)
    integer, intent(in) :: n
    integer :: own(n)
    own = n
    work = sum(own)
  end function work
end program main
