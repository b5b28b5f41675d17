! The index of a sequential loop in a task is private by rule.
! expect: clean
program main
  implicit none
  integer :: i, k, a(10, 4)
  !$omp parallel
  !$omp single
  do k = 1, 4
    !$omp task shared(a) firstprivate(k)
    do i = 1, 10
      a(i, k) = i
    end do
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  if (sum(a) /= 220) stop 1
end program main
