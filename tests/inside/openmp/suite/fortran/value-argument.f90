! An argument that is passed by value is the procedure's own; the task has a copy of it.
! expect: clean
program main
  implicit none
  integer :: total
  total = 0
  !$omp parallel
  !$omp single
  call work(3, total)
  !$omp end single
  !$omp end parallel
  if (total /= 3) stop 1
contains
  subroutine work(n, result)
    integer, value :: n
    integer, intent(inout) :: result
    !$omp task firstprivate(n) shared(result)
    n = n + 0
    result = n
    !$omp end task
    n = 0
    !$omp taskwait
  end subroutine work
end program main
