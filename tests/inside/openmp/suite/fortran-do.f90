! The iterations of the loop write different elements.
! expect: clean
program main
  implicit none
  integer :: i, a(50)
  !$omp parallel do
  do i = 1, 50
    a(i) = 2 * i
  end do
  !$omp end parallel do
  if (a(50) /= 100) stop 1
end program main
