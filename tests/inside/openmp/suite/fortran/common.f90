! Two procedures use different parts of one common block.
! expect: clean
program main
  implicit none
  integer :: x(2)
  common /block/ x
  !$omp parallel sections
  !$omp section
  call one
  !$omp section
  call two
  !$omp end parallel sections
  if (sum(x) /= 3) stop 1
end program main

subroutine one
  implicit none
  integer :: a, b
  common /block/ a, b
  a = 1
end subroutine one

subroutine two
  implicit none
  integer :: c(2)
  common /block/ c
  c(2) = 2
end subroutine two
