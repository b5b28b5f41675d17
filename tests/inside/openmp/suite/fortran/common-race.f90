! Two procedures have other names for one common block.
! expect: race b
! at: 19 26
! flags: -fno-inline
program main
  implicit none
  !$omp parallel sections
  !$omp section
  call one
  !$omp section
  call two
  !$omp end parallel sections
end program main

subroutine one
  implicit none
  integer :: a, b
  common /block/ a, b
  b = 1
end subroutine one

subroutine two
  implicit none
  integer :: c(2)
  common /block/ c
  c(2) = 2
end subroutine two
