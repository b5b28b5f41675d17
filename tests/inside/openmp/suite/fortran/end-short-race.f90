! The loop ends at the largest integer(2). Each iteration reads what the one before has written.
! expect: race a
! at: 11
program main
  implicit none
  integer(2) :: i
  integer, save :: a(32767)
  a = 1
  !$omp parallel do
  do i = 2, 32767
    a(i) = a(i - 1_2)
  end do
  print *, a(1)
end program main
