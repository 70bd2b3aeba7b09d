// What parts of the image refer to whose functions are right only in a rank that has an OS thread: the link
// sees it (configurator/link/containers.cpp).
extern "C" {
extern const bool sartor_rank_thread_for_folder = true;
extern const bool sartor_rank_thread_for_folder_of_cplusplus = true;
extern const bool sartor_rank_thread_for_held_signals = true;
extern const bool sartor_rank_thread_for_pipes_of_programs = true;
extern const bool sartor_rank_thread_for_timers = true;
extern const bool sartor_rank_thread_for_posix_timers = true;
}
