// How the processes of an observed run bring together what each has recorded: the last one that ends reads
// the parts of all.
#pragma once

#include "runtime/observation/parts/joined.hpp"
#include "runtime/peers.hpp"

namespace sartor::observation::parts {

class AllParts {
  public:
    // `beside`: a file of the run, or nothing: in its folder is the file that the processes share, where
    // their launcher has made none. Without such a file the run ends.
    void open(const process::Peers& peers, const char* beside) noexcept;
    // False: there is one process.
    [[nodiscard]] bool exist() const noexcept { return file_.exists(); }
    // Whether they share a file by its name.
    [[nodiscard]] bool have_name() const noexcept { return file_.has_name(); }
    // By the process of rank 0: nothing is to be written at the end.
    void call_off() noexcept;

    // Adds the part of this process. True where it is the last one: `scale` is that of the whole run then,
    // and recorded events are those of all.
    [[nodiscard]] bool join(const Summary& own, Scale& scale, bool traces) noexcept;
    // By who has written what was asked for.
    void end() const noexcept;
    // By others: until it is written, or for a while. Launchers other than sartor run kill the processes that
    // are left as soon as one has ended. A process that has put no part has none.
    void wait_for_end() const noexcept;

    // Of the whole run, after join().
    [[nodiscard]] Tables* tables() const noexcept { return joined_.tables(); }
    [[nodiscard]] int workers() const noexcept { return joined_.workers(); }
    [[nodiscard]] static const SiteNaming& naming() noexcept { return Joined::naming; }

  private:
    SharedFile file_;
    Joined joined_;
};

} // namespace sartor::observation::parts
