! The same update without the reduction.
! expect: race is_any
! at: 12
program main
  implicit none
  logical :: is_any
  integer :: a(100), i
  a = 1
  is_any = .false.
  !$omp parallel do
  do i = 1, 100
    is_any = is_any .or. a(i) < 0
  end do
  !$omp end parallel do
  print *, is_any
end program main
