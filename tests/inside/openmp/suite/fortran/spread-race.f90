! spread copies a row while a task sets it.
! expect: race row
! at: 11 13
program main
  implicit none
  integer :: row(5), m(5, 6)
  row = 1
  !$omp parallel
  !$omp single
  !$omp task shared(row)
  row(2) = 2
  !$omp end task
  m = spread(row, 2, 6)
  !$omp end single
  !$omp end parallel
  print *, m(1, 1)
end program main
