! The scalar temporary of the loop is shared.
! expect: race t
! at: 10
program main
  implicit none
  integer :: i, a(50)
  integer, save :: t
  !$omp parallel do
  do i = 1, 50
    t = i
    if (t < 0) print *, t
    a(i) = t
  end do
  !$omp end parallel do
  print *, a(50) > 0
end program main
