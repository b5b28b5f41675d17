! One component of all elements is read while a task sets the other.
! expect: clean
program main
  implicit none
  type point
    real :: x, y
  end type point
  type(point) :: p(5)
  real :: s
  p = point(1.0, 2.0)
  s = 0
  !$omp parallel
  !$omp single
  !$omp task shared(p)
  p%y = 3.0
  !$omp end task
  s = sum(p%x)
  !$omp end single
  !$omp end parallel
  if (nint(s) /= 5) stop 1
end program main
