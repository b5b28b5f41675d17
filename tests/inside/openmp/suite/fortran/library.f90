! Every procedure of omp_lib, with integers of 4 and of 8 bytes.
! expect: clean
program main
  use omp_lib
  implicit none
  integer :: n, chunk
  integer(8) :: long_chunk
  integer(omp_sched_kind) :: kind
  integer(omp_allocator_handle_kind) :: allocator
  integer(omp_lock_kind) :: lock
  integer(omp_nest_lock_kind) :: nest
  type(omp_alloctrait) :: traits(1)
  character(len=20) :: text
  integer :: ids(64)
  logical :: yes
  call omp_set_schedule(omp_sched_dynamic, 3)
  call omp_get_schedule(kind, chunk)
  if (kind /= omp_sched_dynamic .or. chunk /= 3) stop 1
  call omp_set_schedule(omp_sched_guided, 5_8)
  call omp_get_schedule(kind, long_chunk)
  if (kind /= omp_sched_guided .or. long_chunk /= 5) stop 2
  call omp_set_dynamic(.false._8)
  yes = omp_get_dynamic()
  if (yes) stop 3
  call omp_set_max_active_levels(2)
  if (omp_get_max_active_levels() /= 2) stop 4
  call omp_set_max_active_levels(1_8)
  if (omp_get_max_active_levels() /= 1) stop 5
  if (omp_get_supported_active_levels() < 1) stop 6
  call omp_set_num_teams(2)
  if (omp_get_max_teams() /= 2) stop 7
  call omp_set_teams_thread_limit(3_8)
  if (omp_get_teams_thread_limit() /= 3) stop 8
  call omp_set_num_teams(0_8)
  call omp_set_teams_thread_limit(0)
  if (omp_get_num_teams() /= 1 .or. omp_get_team_num() /= 0) stop 9
  call omp_set_num_threads(2)
  n = 0
  !$omp parallel reduction(+:n)
  if (omp_get_ancestor_thread_num(1) /= omp_get_thread_num()) n = n + 1
  if (omp_get_ancestor_thread_num(0_8) /= 0) n = n + 1
  if (omp_get_team_size(1) /= omp_get_num_threads()) n = n + 1
  if (omp_get_team_size(0_8) /= 1) n = n + 1
  if (omp_get_level() /= 1 .or. omp_get_active_level() > 1) n = n + 1
  if (omp_in_final()) n = n + 1
  !$omp end parallel
  if (n /= 0) stop 10
  if (omp_get_ancestor_thread_num(5) /= -1 .or. omp_get_team_size(5) /= -1) stop 11
  n = omp_get_num_places() + omp_get_place_num() + omp_get_partition_num_places()
  if (omp_get_num_places() > 0) n = n + omp_get_place_num_procs(0) + omp_get_place_num_procs(0_8)
  if (omp_get_num_places() < 64) call omp_get_partition_place_nums(ids)
  if (omp_get_proc_bind() < 0) stop 12
  call omp_set_default_device(0)
  n = omp_get_default_device() + omp_get_num_devices() + omp_get_initial_device() + omp_get_device_num()
  if (.not. omp_is_initial_device()) stop 13
  if (omp_get_max_task_priority() < 0 .or. omp_get_thread_limit() < 1) stop 14
  yes = omp_get_cancellation()
  traits(1) = omp_alloctrait(omp_atk_alignment, 64)
  allocator = omp_init_allocator(omp_default_mem_space, 1, traits)
  call omp_set_default_allocator(allocator)
  if (omp_get_default_allocator() /= allocator) stop 15
  call omp_set_default_allocator(omp_default_mem_alloc)
  call omp_destroy_allocator(allocator)
  n = omp_pause_resource(omp_pause_soft, omp_get_initial_device())
  n = omp_pause_resource_all(omp_pause_soft)
  call omp_set_affinity_format('%n')
  n = omp_get_affinity_format(text)
  n = omp_capture_affinity(text, '%n')
  call omp_init_lock(lock)
  if (.not. omp_test_lock(lock)) stop 16
  call omp_unset_lock(lock)
  call omp_destroy_lock(lock)
  call omp_init_nest_lock(nest)
  if (omp_test_nest_lock(nest) /= 1) stop 17
  call omp_unset_nest_lock(nest)
  call omp_destroy_nest_lock(nest)
  if (omp_get_wtime() < 0 .or. omp_get_wtick() <= 0) stop 18
end program main
