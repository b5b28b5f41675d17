! A `loop` construct that is not combined with `parallel`.
! expect: unseen
program loops
  implicit none
  integer :: i, b(100)
  b = 0
  !$omp parallel
  !$omp loop bind(parallel)
  do i = 1, 100
    b(max(i, 3)) = i
  end do
  !$omp end loop
  !$omp end parallel
  if (b(100) /= 100) stop 1
end program
