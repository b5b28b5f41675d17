! Threads take their numbers from a counter, one in the body of a scope with a reduction and one behind it.
! expect: clean
! compilers: gcc
program main
  implicit none
  integer :: total, next, own, later, i, a(0:1023), b(0:1023)
  total = 0
  next = 0
  a = 0
  b = 0
  !$omp parallel private(own, later)
  !$omp scope reduction(+:total)
  !$omp atomic capture
  own = next
  next = next + 1
  !$omp end atomic
  total = total + 1
  !$omp end scope
  !$omp do
  do i = 1, 8
    a(mod(own, 1024)) = i
  end do
  !$omp end do
  !$omp end parallel
  !$omp parallel private(own, later)
  !$omp scope reduction(+:total)
  total = total + 1
  !$omp end scope nowait
  !$omp atomic capture
  later = next
  next = next + 1
  !$omp end atomic
  !$omp do
  do i = 1, 8
    b(mod(later, 1024)) = i
  end do
  !$omp end do
  !$omp end parallel
end program main
