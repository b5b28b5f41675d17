! Loops that end at the last value of their kind, with all schedules, execute every iteration once.
! expect: clean
! prints: 127 100 7 129 6 5 9 0 0
! plain: gcc leaves out iterations
module counters
  implicit none
  integer, save :: counts(200, 9) = 0
end module counters

program main
  use counters
  implicit none
  integer(1) :: i, last
  integer(2) :: j
  integer :: k, n
  integer(8) :: l
  last = 127_1
  !$omp parallel private(n)
  !$omp do
  do i = 1_1, 127_1
    counts(i, 1) = counts(i, 1) + 1
  end do
  !$omp do schedule(static)
  do j = 32668_2, 32767_2
    n = j - 32667
    counts(n, 2) = counts(n, 2) + 1
  end do
  !$omp do schedule(static, 2)
  do k = huge(k) - 6, huge(k)
    n = k - huge(k) + 7
    counts(n, 3) = counts(n, 3) + 1
  end do
  !$omp do schedule(dynamic, 5)
  do i = last, -1_1, -1_1
    counts(i + 2, 4) = counts(i + 2, 4) + 1
  end do
  !$omp do schedule(guided, 4)
  do k = -huge(k) + 4, -huge(k) - 1, -1
    n = k + huge(k) + 2
    counts(n, 5) = counts(n, 5) + 1
  end do
  !$omp do schedule(runtime)
  do l = huge(l) - 4, huge(l)
    n = int(l - huge(l)) + 5
    counts(n, 6) = counts(n, 6) + 1
  end do
  !$omp do schedule(dynamic, 4)
  do j = -32760_2, -32767_2 - 1_2, -1_2
    n = j + 32769
    counts(n, 7) = counts(n, 7) + 1
  end do
  !$omp do
  do j = 1, -129
    counts(1, 8) = counts(1, 8) + 1
  end do
  !$omp do
  do k = last, -129
    counts(1, 9) = counts(1, 9) + 1
  end do
  !$omp end parallel
  if (any(counts > 1)) stop 1
  print '(9(i0, :, 1x))', sum(counts, 1)
end program main
