! Comments and empty lines between the lines of a directive.
! expect: race b(3)
program continued
  implicit none
  integer :: i, b(100)
  b = 0
  !$omp parallel do &  ! what is shared
  ! is named

  !$omp shared(b) &
  !$omp default(none)
  do i = 1, 100
    b(max(i, 3)) = i
  end do
  if (b(100) /= 100) stop 1
end program
