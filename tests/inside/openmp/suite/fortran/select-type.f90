! Type-bound procedures on the elements of different iterations.
! expect: clean
module shapes
  implicit none
  type shape
    real :: area = 0
  contains
    procedure :: grow
  end type shape
  type, extends(shape) :: circle
    real :: radius = 1
  contains
    procedure :: grow => grow_circle
  end type circle
contains
  subroutine grow(self)
    class(shape), intent(inout) :: self
    self%area = self%area + 1
  end subroutine grow
  subroutine grow_circle(self)
    class(circle), intent(inout) :: self
    self%radius = self%radius + 1
  end subroutine grow_circle
end module shapes

program main
  use shapes
  implicit none
  class(shape), allocatable :: s(:)
  integer :: i
  allocate (circle :: s(8))
  !$omp parallel do
  do i = 1, 8
    call s(i)%grow
  end do
  !$omp end parallel do
  select type (s)
  type is (circle)
    if (nint(sum(s%radius)) /= 16) stop 1
  end select
end program main
