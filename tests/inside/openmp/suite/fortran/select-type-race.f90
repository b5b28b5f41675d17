! The component of a polymorphic variable, in a select type construct.
! expect: race shape_of_it
! at: 20
program main
  implicit none
  type shape
    real :: area = 0
  end type shape
  type, extends(shape) :: circle
    real :: radius = 1
  end type circle
  type(circle), target, save :: shape_of_it
  class(shape), pointer :: s
  integer :: i
  s => shape_of_it
  !$omp parallel do
  do i = 1, 10
    select type (s)
    type is (circle)
      s%radius = s%radius + 1
    end select
  end do
  !$omp end parallel do
  print *, shape_of_it%radius > 0
end program main
