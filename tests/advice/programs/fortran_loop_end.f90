! hints: all
! output: 1275
! wants: ^`reduction\(\+:total\)` on line 10
! The directive at the end of a loop may be left out.
program main
  implicit none
  integer :: i, j, total
  total = 0

  !$omp parallel do
  do i = 1, 50
    do j = 1, 1
      total = total + i
    end do
  end do
  print '(i0)', total
end program main
