! A target region whose firstprivate copy is of an optional argument that is not there.
! expect: clean
subroutine show (n, a)
  implicit none
  integer :: n
  real(16), optional :: a(2)
  integer :: seen
  seen = 0
  !$omp target firstprivate(a) map(tofrom:seen)
  seen = n
  !$omp end target
  if (seen /= n) call abort ()
end subroutine show

program main
  implicit none
  interface
    subroutine show (n, a)
      integer :: n
      real(16), optional :: a(2)
    end subroutine show
  end interface
  real(16) :: a(2)
  a = 1
  call show (1)
  call show (2, a)
end program main
