! A derived type is assigned as a whole while a task changes a component.
! expect: race p
! at: 16 18
program main
  implicit none
  type body
    real :: place(3), mass
    character(len=5) :: name
  end type body
  type(body) :: p, q
  q = body([1.0, 2.0, 3.0], 4.0, 'earth')
  p = q
  !$omp parallel
  !$omp single
  !$omp task shared(p)
  p%mass = 5.0
  !$omp end task
  p = q
  !$omp end single
  !$omp end parallel
  print *, p%name
end program main
