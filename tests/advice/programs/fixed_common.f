! hints: all
! output: 12.50
! wants: `reduction\(\+:ekin\)` on line 9
      subroutine update(n)
      implicit double precision (a-h, o-z)
      common /pos/ v(50)
      common /ene/ epot, ekin
      ekin = 0
c$omp parallel do
      do 10 i = 1, n
        v(i) = 0.5d0
        ekin = ekin + v(i)**2
   10 continue
      end
      program main
      implicit double precision (a-h, o-z)
      common /ene/ epot, ekin
      call update(50)
      print '(f5.2)', ekin
      end
