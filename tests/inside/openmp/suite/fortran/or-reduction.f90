! A reduction with .or., by a directive that is long enough to be continued.
! expect: clean
program main
  implicit none
  integer :: first_of_the_elements, second_of_the_elements, third_of_the_elements, i
  logical :: is_any_of_them_negative
  integer :: a(100)
  first_of_the_elements = 1
  second_of_the_elements = 2
  third_of_the_elements = 3
  a = 1
  a(50) = -1
  is_any_of_them_negative = .false.
  !$omp parallel do default(none) shared(a) firstprivate(first_of_the_elements, &
  !$omp second_of_the_elements) reduction(.or.:is_any_of_them_negative)
  do i = first_of_the_elements, 100
    is_any_of_them_negative = is_any_of_them_negative .or. a(i) < second_of_the_elements - 2
  end do
  !$omp end parallel do
  if (.not. is_any_of_them_negative) stop 1
end program main
