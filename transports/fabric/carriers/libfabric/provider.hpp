// libfabric as a library that is loaded when a run needs it, and the provider that the run names.
#pragma once

#include <rdma/fabric.h>

namespace sartor::channel::fabric {

// The functions of the library itself; the others are reached through its objects.
struct Libfabric {
    decltype(&fi_getinfo) getinfo;
    decltype(&fi_freeinfo) freeinfo;
    decltype(&fi_dupinfo) dupinfo;
    decltype(&fi_fabric) fabric;
    decltype(&fi_strerror) strerror;
};
extern Libfabric libfabric;

// Loads the library. Only when packets go over it: its providers take a tenth of a second to set up. Ends the
// run when there is none.
void load_libfabric() noexcept;

// The provider of this name for reliable datagrams and, where it has them, remote reads. is_local: no process
// of another computer is to reach it. Ends the run when there is none.
[[nodiscard]] fi_info* find_provider(const char* name, bool is_local) noexcept;
// Whether a process can read memory that another one has registered, with addresses and keys as the provider
// found above wants them.
[[nodiscard]] bool can_read_remotely(const fi_info& provider) noexcept;

// While a provider is found and opened. `sockets` takes packets only when their heads are there as a whole:
// where a part of one fills a receive buffer as small as the system's first ones, nothing more is let in and
// both sides wait for ever (libfabric 1.17, Linux 6.18). The variable that sets the size is left alone if it
// is set.
class LargeSocketBuffers {
  public:
    explicit LargeSocketBuffers(const char* provider) noexcept;
    ~LargeSocketBuffers();
    LargeSocketBuffers(const LargeSocketBuffers&) = delete;
    LargeSocketBuffers& operator=(const LargeSocketBuffers&) = delete;

  private:
    bool are_set_;
};

// Once it is in use. Libraries of providers install handlers of signals that end the program (psm, psm2,
// shm): they call exit(), which is a rank's own, and would keep ours from saying where the run stood.
void drop_handlers_of_provider() noexcept;

// A negative error of libfabric ends the run.
[[noreturn]] void end_without(const char* what, long error) noexcept;
inline void check(const char* what, long error) noexcept {
    if (error != 0) end_without(what, error);
}

} // namespace sartor::channel::fabric
