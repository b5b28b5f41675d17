! The thread that is first in the critical section reads the variable behind a single without a barrier. The other thread
! may execute the single.
! expect: race value
! at: 17 19
program main
  implicit none
  integer :: turns, turn, value, seen
  turns = 0
  value = 0
  seen = 0
  !$omp parallel num_threads(2) private(turn)
  !$omp critical
  turn = turns
  turns = turns + 1
  !$omp end critical
  !$omp single
  value = 1
  !$omp end single nowait
  if (turn == 0) seen = value
  !$omp end parallel
end program main
