! A do concurrent loop in each iteration, with a local index.
! expect: clean
program main
  implicit none
  integer :: a(6, 6), i, j
  !$omp parallel do
  do i = 1, 6
    do concurrent (j = 1:6)
      a(j, i) = i * j
    end do
  end do
  !$omp end parallel do
  if (sum(a) /= 441) stop 1
end program main
