! Each iteration sets its row and an element of the next.
! expect: race m
! at: 10 11
program main
  implicit none
  integer :: m(9, 10), i
  m = 0
  !$omp parallel do
  do i = 1, 8
    m(i, :) = i
    m(i + 1, 1) = 0
  end do
  !$omp end parallel do
  print *, m(1, 1)
end program main
