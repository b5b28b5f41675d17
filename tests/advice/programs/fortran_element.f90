! hints: all
! output: 40
! wants: ^`!\$omp atomic` before line 10$
program main
  implicit none
  integer :: i, k, histogram(0:3)
  histogram = 0
  !$omp parallel do private(k)
  do i = 1, 40
    histogram(mod(i, 4)) = histogram(mod(i, 4)) + 1
  end do
  !$omp end parallel do
  print '(i0)', sum(histogram)
end program main
