! One component is printed while a task sets another.
! expect: clean
program main
  implicit none
  type point
    real :: x, y
  end type point
  type(point) :: p
  p = point(1.0, 2.0)
  !$omp parallel
  !$omp single
  !$omp task shared(p)
  p%y = 3.0
  !$omp end task
  print *, p%x
  !$omp end single
  !$omp end parallel
end program main
