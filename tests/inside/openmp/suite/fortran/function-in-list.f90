! A function in the list of items creates tasks and waits for them; other tasks print meanwhile.
! expect: clean
program main
  implicit none
  !$omp parallel
  !$omp single
  !$omp task
  print *, 'first', twice(1)
  !$omp end task
  !$omp task
  print *, 'second', twice(2)
  !$omp end task
  !$omp end single
  !$omp end parallel
contains
  integer function twice(k)
    integer, intent(in) :: k
    integer :: half
    !$omp task shared(half)
    half = k
    !$omp end task
    !$omp taskyield
    !$omp taskwait
    twice = 2 * half
  end function twice
end program main
