! hints: all
! output: 55 20
! wants: ^`reduction\(\+:total\)` on line 12, or `!\$omp atomic` before line 14$
! wants: ^`reduction\(\+:w\)` on line 12, or `!\$omp atomic` before line 15$
subroutine add(n)
  implicit none
  integer :: n, i, total, q(2), w
  common /sums/ total
  equivalence (q(1), w)
  total = 0
  q = 0
  !$omp parallel do
  do i = 1, n
    total = total + i
    w = w + 2
  end do
  print '(i0,1x,i0)', total, q(1)
end subroutine
program main
  call add(10)
end program main
