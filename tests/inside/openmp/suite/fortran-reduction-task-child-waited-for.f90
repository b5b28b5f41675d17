! A task with in_reduction waits for its child, which adds to its copy.
! expect: clean
! prints: 12
program child
  implicit none
  integer, save :: total = 0
  integer :: i
  !$omp parallel
  !$omp single
  !$omp taskgroup task_reduction(+ : total)
  do i = 1, 4
    !$omp task in_reduction(+ : total)
    !$omp task shared(total)
    total = total + 1
    !$omp end task
    !$omp taskwait
    total = total + 2
    !$omp end task
  end do
  !$omp end taskgroup
  !$omp end single
  !$omp end parallel
  print '(i0)', total
end program
