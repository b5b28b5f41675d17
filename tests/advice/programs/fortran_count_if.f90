! hints: all
! output: 50 T
! wants: `reduction\(\+:count\)` on line 11
! wants: `reduction\(.or.:found\)` on line 11
program main
  implicit none
  integer :: i, count
  logical :: found
  count = 0
  found = .false.
  !$omp parallel do &
  !$omp& schedule(dynamic)
  do i = 1, 100
    if (mod(i, 2) == 0) count = count + 1
    found = found .or. i == 77
  end do
  !$omp end parallel do
  print '(i0, l2)', count, found
end program main
