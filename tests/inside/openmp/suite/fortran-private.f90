! private(t) gives each thread its own temporary.
! expect: clean
program main
  implicit none
  integer :: i, t, a(50)
  !$omp parallel do private(t)
  do i = 1, 50
    t = i
    a(i) = t
  end do
  !$omp end parallel do
  if (a(50) /= 50) stop 1
end program main
