! gcc leaves out iterations of a loop with simd that ends at the largest value of its kind.
! expect: unseen
! plain: gcc leaves out iterations
program main
  implicit none
  integer(2) :: i
  integer, save :: a(10) = 0
  !$omp parallel do simd
  do i = 32760_2, 32767_2
    a(i - 32757) = 1
  end do
  print *, a(10)
end program main
