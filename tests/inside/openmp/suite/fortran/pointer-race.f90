! Two pointers have one target.
! expect: race t
! at: 13 15
program main
  implicit none
  integer, target, save :: t
  integer, pointer :: p, q
  t = 0
  p => t
  q => t
  !$omp parallel sections
  !$omp section
  p = 1
  !$omp section
  q = 2
  !$omp end parallel sections
  print *, t
end program main
