! The elements of an implied do are printed; the index of an implied do is a variable of the statement.
! expect: clean
program main
  implicit none
  integer :: a(10), i
  a = 7
  !$omp parallel
  print *, (a(i), i = 1, 5, 2)
  !$omp end parallel
end program main
