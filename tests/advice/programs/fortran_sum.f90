! hints: all
! output: 5050
! wants: `reduction\(\+:total\)` on line 10, or `!\$omp atomic` before line 12
program main
  implicit none
  integer :: i
  integer :: total, a(100)
  total = 0
  a = [(i, i = 1, 100)]
  !$omp parallel do ! a loop
  do i = 1, 100
    total = total + a(i)
  end do
  !$omp end parallel do
  print '(i0)', total
end program main
