! The inner one of two collapsed loops ends at the largest value of its kind.
! expect: unseen
! plain: gcc leaves out iterations
program main
  implicit none
  integer :: i, k
  integer, save :: b
  !$omp parallel do collapse(2)
  do i = 1, 3
    do k = huge(k) - 3, huge(k)
      b = 1
    end do
  end do
  print *, b
end program main
