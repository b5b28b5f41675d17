! hints: all
! output: 420
! wants: `private\(t\)` on line 8
program main
  implicit none
  integer :: i, a(20)
  integer :: t
  !$omp parallel do
  do i = 1, 20
    t = 2 * i
    a(i) = t
  end do
  !$omp end parallel do
  print '(i0)', sum(a)
end program main
