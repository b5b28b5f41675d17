! One section reads the bounds, the length or the type of variables that another section allocates. These are no elements
! of the variables, and have no names of their own. The place of a read of the type is that of the first use behind it.
! expect: race list
! expect: race holder%list
! expect: race len(text)
! expect: race item
! at: 34 47
program main
  implicit none
  type :: holder_type
    integer :: number = 0
    integer, allocatable :: list(:, :)
  end type
  integer, allocatable :: list(:)
  type(holder_type) :: holder
  character(:), allocatable :: text
  class(*), pointer :: item
  integer, target :: whole
  real, target :: part
  integer :: found
  allocate (list(3))
  allocate (holder%list(2, 3))
  text = 'abc'
  whole = 1
  part = 2
  item => whole
  !$omp parallel sections private(found)
  !$omp section
  found = size(list) + size(holder%list, 2)
  if (found < 0) stop 1
  if (len(text) < 0) stop 1
  select type (item)
  type is (integer)
    if (item < 0) stop 1
  type is (real)
    found = 1
  end select
  !$omp section
  block
    integer, allocatable :: other(:, :)
    deallocate (list)
    allocate (list(0:4))
    allocate (other(5, 6))
    call move_alloc(other, holder%list)
    deallocate (text)
    allocate (character(7) :: text)
    item => part
  end block
  !$omp end parallel sections
  print *, size(list), size(holder%list, 2), len(text)
end program main
