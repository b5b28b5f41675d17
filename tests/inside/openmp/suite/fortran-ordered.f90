! The ordered part of the iterations runs in their order.
! expect: clean
program main
  implicit none
  integer :: i, last
  last = 0
  !$omp parallel do ordered
  do i = 1, 20
    !$omp ordered
    if (last == i - 1) last = i
    !$omp end ordered
  end do
  !$omp end parallel do
  if (last /= 20) stop 1
end program main
