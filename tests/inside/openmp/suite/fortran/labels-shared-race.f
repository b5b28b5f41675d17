! Two collapsed loops that end at one label.
! expect: race b(3)
      program labels
      integer i, j, b(100)
*$omp parallel do collapse(2)
      do 10 i = 1, 10
      do 10 j = 1, 10
10    b(max(10 * (i - 1) + j, 3)) = i
      if (b(100) .ne. 10) stop 1
      end
