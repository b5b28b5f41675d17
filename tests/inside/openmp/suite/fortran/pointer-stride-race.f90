! The targets of two pointers are the odd elements and every third one.
! expect: race t
! at: 12 14
program main
  implicit none
  integer, target, save :: t(20)
  integer, pointer :: p(:), q(:)
  p => t(1:20:2)
  q => t(1:20:3)
  !$omp parallel sections
  !$omp section
  p = 1
  !$omp section
  q = 2
  !$omp end parallel sections
  print *, t(1) > 0
end program main
