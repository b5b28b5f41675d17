! A recursive function waits for the tasks that it has created.
! expect: clean
program main
  implicit none
  integer :: n
  !$omp parallel
  !$omp single
  n = fib(8)
  !$omp end single
  !$omp end parallel
  if (n /= 21) stop 1
contains
  recursive integer function fib(k) result(f)
    integer, intent(in) :: k
    integer :: x, y
    if (k < 2) then
      f = k
      return
    end if
    !$omp task shared(x)
    x = fib(k - 1)
    !$omp end task
    !$omp task shared(y)
    y = fib(k - 2)
    !$omp end task
    !$omp taskwait
    f = x + y
  end function fib
end program main
