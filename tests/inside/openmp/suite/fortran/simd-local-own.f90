! Local variables that clauses give to each iteration, and that of a loop inside.
! expect: clean
! prints: 5050 100 300
subroutine add (n, r, last, all)
  implicit none
  integer, intent (in) :: n
  integer, intent (out) :: r, last, all
  integer :: i, j, k, own, to
  k = 0
  to = 0
  all = 0
  !$omp simd reduction(+:k, all) lastprivate(to) private(own)
  do i = 1, n
    own = i
    k = k + own
    to = own
    do j = 1, 3
      all = all + 1
    end do
  end do
  r = k
  last = to
end subroutine

program sums
  implicit none
  integer :: r, last, all
  call add (100, r, last, all)
  print '(i0, 1x, i0, 1x, i0)', r, last, all
end program
