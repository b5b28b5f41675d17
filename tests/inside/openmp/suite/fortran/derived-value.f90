! Derived types are assigned as a whole, each iteration its own.
! expect: clean
program main
  implicit none
  type body
    real :: place(3), mass
    character(len=5) :: name
  end type body
  type(body) :: p(8), q
  integer :: i
  q = body([1.0, 2.0, 3.0], 4.0, 'earth')
  !$omp parallel do
  do i = 1, 8
    p(i) = q
    p(i)%mass = i
  end do
  !$omp end parallel do
  if (p(8)%name /= 'earth') stop 1
end program main
