! Who only adds to a counter gets no number from it: the iterations behind are compared, also those of one thread.
! expect: race b(3)
! at: 16
program main
  implicit none
  integer :: i, n, b(100)
  real(8) :: x
  n = 0; x = 0; b = 0
  !$omp parallel num_threads(2)
  !$omp atomic
  n = n + 1
  !$omp atomic update
  x = x + 1.5d0
  !$omp do
  do i = 1, 100
    b(max(i, 3)) = i
  end do
  !$omp end parallel
  if (n /= 2 .or. x /= 3) stop 1
end program
