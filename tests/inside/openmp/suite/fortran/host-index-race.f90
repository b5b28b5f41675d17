! The index of a loop in a contained procedure is the host's variable: shared, since the loop is not in the construct.
! expect: race j
program main
  implicit none
  integer :: i, j, a(8, 8)
  a = 0
  !$omp parallel do
  do i = 1, 8
    call column(i)
  end do
  !$omp end parallel do
  print *, a(1, 1), j
contains
  subroutine column(k)
    integer, intent(in) :: k
    do j = 1, 8
      a(modulo(j - 1, 8) + 1, k) = k
    end do
  end subroutine column
end program main
