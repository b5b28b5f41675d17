! All threads read the amount by which they shift.
! expect: clean
program main
  implicit none
  integer :: v(8), w(8), i, amount, boundary
  amount = 3
  boundary = 7
  w = [(i, i = 1, 8)]
  !$omp parallel private(v)
  v = cshift(w, amount)
  if (v(1) /= 4) stop 1
  v = eoshift(w, amount, boundary)
  if (v(6) /= 7) stop 2
  !$omp end parallel
end program main
