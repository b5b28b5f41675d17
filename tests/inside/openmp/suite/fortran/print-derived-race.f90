! A derived type is printed while a task sets one of its components.
! expect: race p
! at: 14 16
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
  print *, p
  !$omp end single
  !$omp end parallel
end program main
