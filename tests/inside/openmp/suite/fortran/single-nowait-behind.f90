! Behind a single without a barrier each thread writes its own part of an array; the single writes another one. The
! nested single of a subroutine is passed by all threads, too.
! expect: clean
program main
  implicit none
  integer :: parts(4), turns, turn, value
  turns = 0
  value = 0
  parts = 0
  !$omp parallel num_threads(4) private(turn)
  !$omp critical
  turns = turns + 1
  turn = turns
  !$omp end critical
  !$omp single
  value = 1
  !$omp end single nowait
  parts(turn) = parts(turn) + 1
  call again (value)
  parts(turn) = parts(turn) + 1
  !$omp end parallel
  print *, value, sum (parts)
contains
  subroutine again (value)
    integer, intent(inout) :: value
    !$omp barrier
    !$omp single
    value = value + 1
    !$omp end single nowait
  end subroutine again
end program main
