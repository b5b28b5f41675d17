! The dependence is on another element than the one that is read.
! expect: race a
! at: 13
program main
  implicit none
  integer, save :: a(5)
  integer :: i
  a = 1
  !$omp parallel
  !$omp single
  do i = 2, 5
    !$omp task shared(a) firstprivate(i) depend(inout: a(i))
    a(i) = a(i) + a(i - 1)
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print *, a(5) > 0
end program main
