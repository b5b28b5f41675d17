! The same in the fixed form, with an expression that takes a lock.
! expect: race b(3)
      program main
      integer i, b(100)
      complex c
      c = 0
      b = 0
c$omp parallel num_threads(2)
c$omp atomic
      c = c + (1.0, 2.0)
c$omp do
      do 10 i = 1, 100
        b(max(i, 3)) = i
   10 continue
c$omp end parallel
      if (real(c) .ne. 2.0) stop 1
      end
