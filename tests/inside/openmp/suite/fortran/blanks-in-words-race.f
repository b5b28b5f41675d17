! Blanks mean nothing in the fixed form, in directives neither.
! expect: race b(3)
      program blanks
      integer i, b(100)
c$omp par allel d o
      do 10 i = 1, 100
        b(max(i, 3)) = i
10    continue
      if (b(100) .ne. 100) stop 1
      end
