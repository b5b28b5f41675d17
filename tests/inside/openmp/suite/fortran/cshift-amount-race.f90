! Shifts read the amount and the boundary while another section changes them.
! expect: race amount
! expect: race boundary
program main
  implicit none
  real :: v(8), w(8), u(8), boundary
  integer :: amount
  amount = 1
  boundary = 0
  w = 1
  !$omp parallel sections num_threads(2)
  v = cshift(w, amount)
  u = eoshift(w, 2, boundary)
  !$omp section
  amount = 2
  boundary = 1
  !$omp end parallel sections
  print *, v(1), u(1)
end program main
