! Two sections read lists of numbers into overlapping parts of an array.
! expect: race a
! at: 12 14
program main
  implicit none
  character(len=20) :: one, two
  integer :: a(6)
  one = '1 2 3 4'
  two = '5 6 7'
  !$omp parallel sections
  !$omp section
  read (one, *) a(1:4)
  !$omp section
  read (two, *) a(4:6)
  !$omp end parallel sections
  print *, a
end program main
