! A variable of a module is updated by the procedure that all threads call.
! expect: race counter
! at: 9
module state
  implicit none
  integer :: counter = 0
contains
  subroutine bump
    counter = counter + 1
  end subroutine bump
end module state

program main
  use state
  implicit none
  !$omp parallel
  call bump
  !$omp end parallel
  print *, counter > 0
end program main
