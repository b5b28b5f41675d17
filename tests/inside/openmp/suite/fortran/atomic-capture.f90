! Numbers by atomic capture are different, so the elements are.
! expect: clean
program main
  implicit none
  integer :: i, mine, next, a(20)
  next = 0
  a = 0
  !$omp parallel do private(mine)
  do i = 1, 20
    !$omp atomic capture
    next = next + 1
    mine = next
    !$omp end atomic
    a(mine) = 1
  end do
  !$omp end parallel do
  if (sum(a) /= 20) stop 1
end program main
