! The iterations of a taskloop add to one variable.
! expect: race total
! at: 12
program main
  implicit none
  integer :: i, total
  total = 0
  !$omp parallel
  !$omp single
  !$omp taskloop shared(total)
  do i = 1, 20
    total = total + i
  end do
  !$omp end taskloop
  !$omp end single
  !$omp end parallel
  print *, total > 0
end program main
