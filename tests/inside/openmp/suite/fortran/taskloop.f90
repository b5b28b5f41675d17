! The iterations of a taskloop write their elements.
! expect: clean
program main
  implicit none
  integer :: i, a(20)
  !$omp parallel
  !$omp single
  !$omp taskloop shared(a) grainsize(4)
  do i = 1, 20
    a(i) = i
  end do
  !$omp end taskloop
  !$omp end single
  !$omp end parallel
  if (sum(a) /= 210) stop 1
end program main
