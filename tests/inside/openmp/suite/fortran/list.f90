! Tasks go through a list by pointer components, each with the node of its own.
! expect: clean
program main
  implicit none
  type node
    integer :: value
    type(node), pointer :: next => null()
  end type node
  type(node), pointer :: head, at
  integer :: i, total
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
    !$omp task firstprivate(at)
    at%value = at%value + 1
    !$omp end task
    at => at%next
  end do
  !$omp end single
  !$omp end parallel
  total = 0
  at => head
  do while (associated(at))
    total = total + at%value
    at => at%next
  end do
  if (total /= 20) stop 1
end program main
