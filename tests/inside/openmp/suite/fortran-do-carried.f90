! Each iteration reads what the one before writes.
! expect: race a
! at: 11
program main
  implicit none
  integer :: i
  integer, save :: a(50)
  a = 1
  !$omp parallel do
  do i = 2, 50
    a(i) = a(i - 1) + 1
  end do
  !$omp end parallel do
  print *, a(50)
end program main
