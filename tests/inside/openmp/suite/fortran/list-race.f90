! Tasks go through a list by pointer components and add to one sum.
! expect: race total
! at: 25
program main
  implicit none
  type node
    integer :: value
    type(node), pointer :: next => null()
  end type node
  type(node), pointer :: head, at
  integer, save :: total = 0
  integer :: i
  head => null()
  do i = 1, 5
    allocate (at)
    at%value = i
    at%next => head
    head => at
  end do
  !$omp parallel
  !$omp single
  at => head
  do while (associated(at))
    !$omp task firstprivate(at) shared(total)
    total = total + at%value
    !$omp end task
    at => at%next
  end do
  !$omp end single
  !$omp end parallel
  print *, total > 0
end program main
