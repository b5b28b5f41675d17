! In Fortran the index of a sequential loop inside the region is private by rule.
! expect: clean
program main
  implicit none
  integer :: i, j, m(8, 8)
  !$omp parallel do
  do i = 1, 8
    do j = 1, 8
      m(j, i) = i + j
    end do
  end do
  !$omp end parallel do
  if (m(8, 8) /= 16) stop 1
end program main
