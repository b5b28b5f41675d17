! A single construct without a barrier, inside of a taskgroup of each thread.
! expect: clean
program main
  implicit none
  integer :: x, y
  x = 0
  y = 0
!$omp parallel num_threads(2)
!$omp taskgroup
!$omp single
!$omp task
  x = 1
!$omp end task
!$omp end single nowait
!$omp end taskgroup
!$omp barrier
!$omp single
  y = x
!$omp end single
!$omp end parallel
  print *, x, y
end program main
