! Parts of variables are named as the source does it: from the declared lower bound, the first subscript first.
! expect: race m(2,3,1)
! expect: race m(-1:3,1,2)
! expect: race z(7)
! expect: race s(4:5)
! expect: race t(2)(3:3)
! expect: race p(2)%y(1)
! expect: race p(3)%x
! expect: race counter
! expect: race total
module state
  implicit none
  integer :: counter = 0
  type point
    real :: x, y(0:3)
  end type
end module

program parts
  use state
  implicit none
  integer :: m(-1:3, 0:4, 2), i, total
  integer, save :: z(5:9)
  character(len=10) :: s, t(4)
  type(point) :: p(3)
  m = 0
  total = 0
  !$omp parallel do
  do i = 1, 8
    m(2, 3, 1) = i
    z(7) = i
    s(4:5) = 'xy'
    t(2)(3:3) = 'a'
    p(2)%y(1) = i
    p(3)%x = i
    counter = i
    call add(i)
    m(:, 1, 2) = i
  end do
  !$omp end parallel do
  print *, m, z, s(4:5), t(2)(3:3), p(2)%y(1), p(3)%x
contains
  subroutine add(k)
    integer, intent(in) :: k
    total = total + k
  end subroutine
end program
