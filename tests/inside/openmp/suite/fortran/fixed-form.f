! The fixed form: a directive that is continued, and a reduction whose operator stands near column 72.
! expect: clean
      PROGRAM MAIN
      IMPLICIT NONE
      INTEGER I, A(100), NUMBER, LIMITS
      LOGICAL NEGATV
      DO 10 I = 1, 100
   10 A(I) = 1
      A(50) = -1
      NEGATV = .FALSE.
      NUMBER = 0
      LIMITS = 100
C$OMP PARALLEL DO DEFAULT(NONE) SHARED(A, LIMITS) REDUCTION(.OR.:NEGATV)
C$OMP+REDUCTION(+:NUMBER)
      DO 20 I = 1, LIMITS
        NEGATV = NEGATV .OR. A(I) .LT. 0
        NUMBER = NUMBER + 1
   20 CONTINUE
C$OMP END PARALLEL DO
      IF (.NOT. NEGATV .OR. NUMBER .NE. 100) STOP 1
      END
