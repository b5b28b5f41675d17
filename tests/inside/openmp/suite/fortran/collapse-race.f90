! Two of the collapsed iterations write the element of their sum.
! expect: race a
! at: 11
program main
  implicit none
  integer :: i, j
  integer, save :: a(20)
  !$omp parallel do collapse(2)
  do i = 1, 5
    do j = 1, 5
      a(i + j) = i
    end do
  end do
  !$omp end parallel do
  print *, a(3) > 0
end program main
