! A temporary that default(none) made somebody think about.
! expect: clean
program main
  implicit none
  integer :: i, a(30), t
  a = 1
  !$omp parallel do default(none) shared(a) private(t)
  do i = 1, 30
    t = a(i)
    a(i) = t + i
  end do
  !$omp end parallel do
  if (sum(a) /= 495) stop 1
end program main
