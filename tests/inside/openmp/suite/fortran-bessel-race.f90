! Intrinsic functions of libgfortran whose result is an array write right into a shared array.
! expect: race single
! expect: race double
! expect: race long(2:4)
! expect: race argument
! at: 18 24
program main
  implicit none
  real(4) :: single(3)
  real(8) :: double(0:2)
  real(10) :: long(4)
  real(8) :: argument
  argument = 2
  long = 0
  !$omp parallel sections
  !$omp section
  single = bessel_jn(0, 2, 1.5)
  double = bessel_yn(0, 2, argument)
  long(2:4) = bessel_jn(1, 3, 2.5_10)
  !$omp section
  single = bessel_jn(1, 3, 1.5)
  long(2:4) = 1
  argument = 3
  double = bessel_jn(3, 5, 2.5d0)
  !$omp end parallel sections
  print *, any(single > 2)
end program main
