! A large local array is no shared one: -fopenmp makes procedures recursive.
! expect: clean
program main
  implicit none
  integer :: k, total
  total = 0
  !$omp parallel do reduction(+:total)
  do k = 1, 8
    total = total + work(k)
  end do
  !$omp end parallel do
  if (total /= 36) stop 1
contains
  integer function work(n)
    integer, intent(in) :: n
    integer :: own(20000)
    own(1:n) = 1
    work = sum(own(1:n))
  end function work
end program main
