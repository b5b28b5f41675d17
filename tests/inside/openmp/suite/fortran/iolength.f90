! To ask how long a list of items would be reads none of them.
! expect: clean
program main
  implicit none
  integer :: length, a(4)
  length = 0
  a = 0
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  a(2) = 1
  !$omp end task
  inquire (iolength=length) a
  !$omp end single
  !$omp end parallel
  if (length == 0) stop 1
end program main
