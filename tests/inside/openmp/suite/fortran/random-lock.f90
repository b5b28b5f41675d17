! The library's lock around its random numbers is not the program's: what two sections read and write between is not
! protected by it.
! expect: race x
! at: 12 16
program main
  implicit none
  real :: r(2)
  integer, save :: x = 0
  !$omp parallel sections
  !$omp section
  call random_number(r(1))
  x = 1
  call random_number(r(1))
  !$omp section
  call random_number(r(2))
  x = 2
  call random_number(r(2))
  !$omp end parallel sections
  print *, x > 0, r(1) < 2
end program main
