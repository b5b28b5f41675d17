! A sum with its reduction clause.
! expect: clean
program main
  implicit none
  integer :: i, total
  total = 0
  !$omp parallel do reduction(+:total)
  do i = 1, 100
    total = total + i
  end do
  !$omp end parallel do
  if (total /= 5050) stop 1
end program main
