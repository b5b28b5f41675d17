! A reduction with .or. in a directive as wide as a line may be.
! expect: clean
program main
  implicit none
  integer :: i, a(100), first_of_the_elements, last_of_the_elements
  logical :: is_any_of_them_negative
  first_of_the_elements = 1
  last_of_the_elements = 100
  a = 1
  a(50) = -1
  is_any_of_them_negative = .false.
  !$omp parallel do default(none) shared(a, last_of_the_elements, first_of_the_elements) reduction(.or.:is_any_of_them_negative)
  do i = first_of_the_elements, last_of_the_elements
    is_any_of_them_negative = is_any_of_them_negative .or. a(i) < 0
  end do
  !$omp end parallel do
  if (.not. is_any_of_them_negative) stop 1
end program main
