! The counter of a do while loop is a variable like others: shared.
! expect: race n
! at: 9 10
program main
  implicit none
  integer :: n
  n = 0
  !$omp parallel
  do while (n < 5)
    n = n + 1
  end do
  !$omp end parallel
  print *, n
end program main
