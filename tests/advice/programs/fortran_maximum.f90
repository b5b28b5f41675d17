! hints: all
! output: 96
! wants: `reduction\(max:best\)` on line 9
program main
  implicit none
  integer :: i, best, a(100)
  a = [(modulo(37 * i, 97), i = 1, 100)]
  best = 0
  !$omp parallel do
  do i = 1, 100
    best = max(best, a(i))
  end do
  !$omp end parallel do
  print '(i0)', best
end program main
