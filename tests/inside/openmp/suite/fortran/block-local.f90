! Variables of a block construct inside the region belong to the thread.
! expect: clean
program main
  implicit none
  integer :: i, a(20)
  !$omp parallel do
  do i = 1, 20
    block
      integer :: t
      t = 2 * i
      a(i) = t
    end block
  end do
  !$omp end parallel do
  if (sum(a) /= 420) stop 1
end program main
