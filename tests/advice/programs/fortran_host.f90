! hints: all
! output: 210
! wants: ^`!\$omp atomic` before line 17$
program main
  implicit none
  integer :: i, total
  total = 0
  !$omp parallel do
  do i = 1, 20
    call add(i)
  end do
  !$omp end parallel do
  print '(i0)', total
contains
  subroutine add(k)
    integer, intent(in) :: k
    total = total + k
  end subroutine add
end program main
