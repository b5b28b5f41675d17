! Every thread executes the same do concurrent loop.
! expect: race a
! at: 9
program main
  implicit none
  integer :: a(6), j
  !$omp parallel
  do concurrent (j = 1:6)
    a(j) = j
  end do
  !$omp end parallel
  print *, a
end program main
