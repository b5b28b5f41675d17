! A local variable with save in a subroutine is shared by all threads that call it.
! expect: race calls
! at: 12
program main
  implicit none
  !$omp parallel
  call count_call
  !$omp end parallel
contains
  subroutine count_call
    integer, save :: calls = 0
    calls = calls + 1
    if (calls < 0) print *, calls
  end subroutine count_call
end program main
