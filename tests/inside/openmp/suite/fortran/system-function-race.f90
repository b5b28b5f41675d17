! Extensions of GNU as functions: they write to their arguments, or read them.
! expect: race times
! expect: race base
program main
  implicit none
  real :: times(2), base, since, total
  base = 0
  !$omp parallel private(since, total) num_threads(2)
  total = etime(times)
  !$omp single
  base = 1
  !$omp end single nowait
  since = secnds(base)
  if (total < 0 .or. since > 1e6) stop 1
  !$omp end parallel
  print *, times(1) >= 0, base
end program main
