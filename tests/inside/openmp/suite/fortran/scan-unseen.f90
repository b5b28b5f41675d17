! An inscan reduction: gfortran divides such loops by itself, so a race of two iterations of one thread is not seen.
! expect: unseen
program scans
  implicit none
  integer :: i, s, b(100)
  b = 0
  s = 0
  !$omp parallel do reduction(inscan, +: s)
  do i = 1, 100
    s = s + i
    !$omp scan inclusive(s)
    b(max(i, 3)) = s
  end do
  if (b(100) /= 5050) stop 1
end program
