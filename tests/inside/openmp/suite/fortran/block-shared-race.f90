! A variable of a block construct around the region is shared.
! expect: race t
! at: 12
program main
  implicit none
  integer :: i, a(20)
  block
    integer :: t
    t = 0
    !$omp parallel do
    do i = 1, 20
      t = 2 * i
      a(i) = t
    end do
    !$omp end parallel do
  end block
  print *, a(1) > 0
end program main
