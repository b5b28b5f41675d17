! The index of a sequential loop in a parallel region is private by rule, and so is that of a loop in it.
! expect: clean
program main
  implicit none
  integer :: i, j, wrong
  wrong = 0
  !$omp parallel reduction(+:wrong)
  do i = 1, 5
    do j = 1, 5
      if (i * j < 0) wrong = wrong + 1
    end do
  end do
  !$omp end parallel
  if (wrong /= 0) stop 1
end program main
