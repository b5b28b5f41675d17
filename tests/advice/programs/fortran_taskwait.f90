! hints: all
! output: 5
! wants: `!\$omp taskwait` before line 12 waits for task
program main
  implicit none
  integer :: x
  !$omp parallel
  !$omp single
  !$omp task shared(x)
  x = 5
  !$omp end task
  print '(i0)', x
  !$omp end single
  !$omp end parallel
end program main
