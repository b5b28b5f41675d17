! The counts of a histogram, updated by all iterations.
! expect: race histogram
! at: 10
program main
  implicit none
  integer :: i, histogram(0:3)
  histogram = 0
  !$omp parallel do
  do i = 1, 40
    histogram(mod(i, 4)) = histogram(mod(i, 4)) + 1
  end do
  !$omp end parallel do
  print *, sum(histogram) > 0
end program main
