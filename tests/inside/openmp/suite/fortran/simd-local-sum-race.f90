! A local variable without a reduction clause: an iteration needs what another one has added.
! expect: race k
subroutine add (n, r)
  implicit none
  integer, intent (in) :: n
  integer, intent (out) :: r
  integer :: i, k
  k = 0
  !$omp simd
  do i = 1, n
    k = k + i
  end do
  r = k
end subroutine

program sums
  implicit none
  integer :: r
  call add (100, r)
  print *, r
end program
