! The fixed form with lines of any length.
! expect: race last
! at: 12
! flags: -ffixed-line-length-none
      program main
      implicit none
      integer :: i, last, first_of_the_elements, last_of_the_elements
      first_of_the_elements = 1
      last_of_the_elements = 20
!$omp parallel do default(none) shared(last, first_of_the_elements, last_of_the_elements)
      do i = first_of_the_elements, last_of_the_elements
        last = i
      end do
!$omp end parallel do
      print *, last > 0
      end program main
