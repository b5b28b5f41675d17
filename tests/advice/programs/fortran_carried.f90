! hints: none
! Neither a reduction nor an atomic construct mends what one iteration takes from another, a value that is used between
! updates, or one that is given to the next iteration.
program main
  implicit none
  integer :: i, a(0:50), n, list(50)
  integer :: before
  a = 1
  n = 0
  before = 0
  !$omp parallel do
  do i = 1, 50
    a(i) = a(i - 1) + 1
    n = n + 1
    list(i) = n + before
    before = i
  end do
  !$omp end parallel do
  print *, a(50), n, list(1), before
end program main
