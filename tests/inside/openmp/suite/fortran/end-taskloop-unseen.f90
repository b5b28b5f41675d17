! A taskloop that ends at the largest value of its kind.
! expect: unseen
! plain: gcc leaves out iterations
program main
  implicit none
  integer(1) :: i
  integer, save :: b
  !$omp parallel
  !$omp single
  !$omp taskloop
  do i = 100_1, 127_1
    b = 1
  end do
  !$omp end single
  !$omp end parallel
  print *, b
end program main
