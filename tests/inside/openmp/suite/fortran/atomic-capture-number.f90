! A captured value is the thread's number, also behind updates: each fills a place of its own.
! expect: clean
! prints: 15 2
program main
  implicit none
  integer :: i, n, me, total, sums(2)
  n = 0; total = 0; sums = 0
  !$omp parallel num_threads(2) private(me)
  !$omp atomic
  total = total + 1
  !$omp atomic capture
  n = n + 1
  me = n
  !$omp end atomic
  !$omp do
  do i = 1, 5
    sums(me) = sums(me) + i
  end do
  !$omp end parallel
  print '(i0,1x,i0)', sum(sums), total
end program
