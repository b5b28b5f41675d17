! maxloc looks at an array once the task that changes it has ended.
! expect: clean
program main
  implicit none
  real :: a(5, 5)
  integer :: place(2)
  a = 1
  !$omp parallel
  !$omp single
  !$omp taskgroup
  !$omp task shared(a)
  a(5, 5) = 3
  !$omp end task
  !$omp end taskgroup
  place = maxloc(a)
  !$omp end single
  !$omp end parallel
  if (any(place /= 5)) stop 1
end program main
