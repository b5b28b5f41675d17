! The schedule is behind a comment: what was added before it would be a second one.
! expect: clean
! expect-any: race b
      program contin
      integer i, b(100)
*$omp parallel do
C     the first three iterations are one thread's
*$omp+ schedule(static, 4) shared(b)
      do 10 i = 1, 100
        b(max(i, 3)) = i
10    continue
      if (b(100) .ne. 100) stop 1
      end
