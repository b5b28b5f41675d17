! The maximum is found in a critical section.
! expect: clean
program main
  implicit none
  integer :: i, best
  best = 0
  !$omp parallel do
  do i = 1, 30
    !$omp critical
    if (mod(7 * i, 31) > best) best = mod(7 * i, 31)
    !$omp end critical
  end do
  !$omp end parallel do
  if (best /= 30) stop 1
end program main
