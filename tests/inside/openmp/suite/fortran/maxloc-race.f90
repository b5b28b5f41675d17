! maxloc looks at an array that a task changes.
! expect: race a
! at: 12 14
program main
  implicit none
  real :: a(5, 5)
  integer :: place(2)
  a = 1
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  a(5, 5) = 3
  !$omp end task
  place = maxloc(a)
  !$omp end single
  !$omp end parallel
  print *, place > 0
end program main
