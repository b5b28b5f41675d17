! A thread that has left tasks in its chunk executes no chunk after the last one.
! expect: clean
! prints: 2
program main
  integer :: last, i, done(4)
  last = 9
  !$omp parallel num_threads(2)
  !$omp do schedule(dynamic) lastprivate(last)
  do i = 1, 2
    last = i
    !$omp task firstprivate(i)
    done(i) = 1
    !$omp end task
  end do
  !$omp end parallel
  print '(i0)', last
end program
