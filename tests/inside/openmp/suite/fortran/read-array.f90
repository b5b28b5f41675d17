! Two sections read lists of numbers into parts of an array that do not overlap.
! expect: clean
program main
  implicit none
  character(len=20) :: one, two
  integer :: a(6)
  one = '1 2 3 4'
  two = '5 6 7'
  !$omp parallel sections
  !$omp section
  read (one, *) a(1:3)
  !$omp section
  read (two, *) a(4:6)
  !$omp end parallel sections
  if (any(a /= [1, 2, 3, 5, 6, 7])) stop 1
end program main
