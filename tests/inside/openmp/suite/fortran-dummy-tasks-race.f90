! Tasks of iterations read a dummy argument while a thread writes it.
! expect: race n
! at: 11 16
subroutine fill (n, a)
  implicit none
  integer :: n, a(8), i
  !$omp parallel num_threads(3)
  !$omp do
  do i = 1, 8
    !$omp task
    a(i) = n
    !$omp end task
  end do
  !$omp end do nowait
  !$omp single
  n = 7
  !$omp end single
  !$omp end parallel
end subroutine fill

program main
  implicit none
  integer :: a(8), n
  n = 1
  a = 0
  call fill (n, a)
  print *, a(3) > 0, n
end program main
