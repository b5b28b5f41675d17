! The number of the dimension is read where it is passed by reference.
! expect: race along
program main
  implicit none
  integer(8) :: along
  integer :: a(3, 3), s(3)
  a = 1
  along = 1
  !$omp parallel sections num_threads(2)
  s = sum(a, along)
  !$omp section
  along = 2
  !$omp end parallel sections
  print *, s(1)
end program main
