! Arrays with gaps are copied for the procedure and back; both tasks get the third element.
! expect: race a
! at: 11 14
program main
  implicit none
  integer :: a(20)
  a = 0
  !$omp parallel
  !$omp single
  !$omp task shared(a)
  call fill(a(1:20:2), 10, 1)
  !$omp end task
  !$omp task shared(a)
  call fill(a(3:20:4), 5, 2)
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, a(3) > 0
contains
  subroutine fill(x, n, value)
    integer, intent(in) :: n, value
    integer, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = value
    end do
  end subroutine fill
end program main
