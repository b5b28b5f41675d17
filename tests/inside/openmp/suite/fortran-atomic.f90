! Atomic updates of a real.
! expect: clean
program main
  implicit none
  integer :: i
  real :: total
  total = 0.0
  !$omp parallel do
  do i = 1, 32
    !$omp atomic
    total = total + 0.5
  end do
  !$omp end parallel do
  if (nint(total) /= 16) stop 1
end program main
