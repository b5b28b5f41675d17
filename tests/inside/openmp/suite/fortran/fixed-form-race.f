! The fixed form: a sum in a common block without a reduction.
! expect: race total
! at: 11
      PROGRAM MAIN
      IMPLICIT NONE
      INTEGER I, TOTAL
      COMMON /SUMS/ TOTAL
      TOTAL = 0
!$OMP PARALLEL DO
      DO 20 I = 1, 100
        TOTAL = TOTAL + I
   20 CONTINUE
!$OMP END PARALLEL DO
      PRINT *, TOTAL .GT. 0
      END
