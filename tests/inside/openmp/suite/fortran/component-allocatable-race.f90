! Two iterations share the elements of an allocatable component.
! expect: race heap
! at: 15
program main
  implicit none
  type vector
    integer, allocatable :: x(:)
  end type vector
  type(vector) :: v
  integer :: i
  allocate (v%x(20))
  v%x = 0
  !$omp parallel do
  do i = 1, 20
    v%x((i + 1) / 2) = i
  end do
  !$omp end parallel do
  print *, v%x(1)
end program main
