! A child adds to the copy of a task with in_reduction, which does not wait for it.
! expect: race total
! at: 14 16
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
    total = total + 2
    !$omp end task
  end do
  !$omp end taskgroup
  !$omp end single
  !$omp end parallel
  print '(i0)', total
end program
