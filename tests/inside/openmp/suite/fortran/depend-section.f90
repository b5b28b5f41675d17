! Tasks on array elements, ordered by depend.
! expect: clean
program main
  implicit none
  integer :: a(5), i
  a = 1
  !$omp parallel
  !$omp single
  do i = 2, 5
    !$omp task shared(a) firstprivate(i) depend(in: a(i - 1)) depend(inout: a(i))
    a(i) = a(i) + a(i - 1)
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  if (a(5) /= 5) stop 1
end program main
