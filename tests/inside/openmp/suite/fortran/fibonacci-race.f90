! A recursive function adds the results of two tasks without waiting for them.
! expect: race x
program main
  implicit none
  integer :: n
  !$omp parallel
  !$omp single
  n = fib(6)
  !$omp end single
  !$omp end parallel
  print *, n >= 0
contains
  recursive integer function fib(k) result(f)
    integer, intent(in) :: k
    integer :: x, y
    x = 0
    y = 0
    if (k < 2) then
      f = k
      return
    end if
    !$omp task shared(x)
    x = fib(k - 1)
    !$omp end task
    y = fib(k - 2)
    f = x + y
  end function fib
end program main
