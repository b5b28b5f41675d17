! The components of the elements, taken as an array, are read while a task sets one.
! expect: race p
! at: 16 18
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
  p(3)%y = 3.0
  !$omp end task
  s = sum(p%y)
  !$omp end single
  !$omp end parallel
  print *, s > 0
end program main
