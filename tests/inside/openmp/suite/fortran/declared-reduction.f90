! A reduction that the program declares.
! expect: clean
program main
  implicit none
  type pair
    integer :: a = 0, b = 0
  end type pair
  type(pair) :: total
  integer :: i
  !$omp declare reduction(join:pair:omp_out = pair(omp_out%a + omp_in%a, omp_out%b + omp_in%b)) &
  !$omp& initializer(omp_priv = pair(0, 0))
  !$omp parallel do reduction(join:total)
  do i = 1, 10
    total%a = total%a + i
    total%b = total%b + 1
  end do
  !$omp end parallel do
  if (total%a /= 55 .or. total%b /= 10) stop 1
end program main
