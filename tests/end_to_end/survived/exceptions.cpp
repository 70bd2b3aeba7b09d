// C++: failures become exceptions of the program, thrown where a call returns an error; who catches one makes
// a new communicator. Objects on the stack of those that go on are destroyed.
#include "check.h"

#include <numeric>
#include <stdexcept>
#include <vector>

namespace {

int living_objects;

struct Failure : std::runtime_error {
    explicit Failure(int error)
        : std::runtime_error(name_of(class_of(error))), error_class(class_of(error)) {}
    int error_class;
};

class Communicator {
  public:
    explicit Communicator(MPI_Comm comm) : comm_(comm) { ++living_objects; }
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;
    ~Communicator() {
        MPI_Comm_free(&comm_);
        --living_objects;
    }
    int size() const {
        int members;
        MPI_Comm_size(comm_, &members);
        return members;
    }
    int rank() const {
        int me;
        MPI_Comm_rank(comm_, &me);
        return me;
    }
    std::vector<int> gathered(int value) const {
        std::vector<int> values(static_cast<std::size_t>(size()), -1);
        const int error = MPI_Allgather(&value, 1, MPI_INT, values.data(), 1, MPI_INT, comm_);
        if (error != MPI_SUCCESS) throw Failure(error);
        return values;
    }
    void meet() const { ::meet(comm_); }
    void revoke() { MPIX_Comm_revoke(comm_); }
    void recover() {
        const MPI_Comm next = shrunk(comm_);
        MPI_Comm_free(&comm_);
        comm_ = next;
    }

  private:
    MPI_Comm comm_;
};

void run() {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    Communicator comm(copy);
    int exceptions = 0;
    while (comm.size() > 1) {
        const int members = comm.size();
        comm.meet();
        try {
            if (comm.rank() == members - 1) die();
            comm.gathered(rank);
            expect(0, "success without the last of %d", members);
        } catch (const Failure& failure) {
            ++exceptions;
            expect(failure.error_class == MPIX_ERR_PROC_FAILED || failure.error_class == MPIX_ERR_REVOKED,
                   "exception: %s", failure.what());
            comm.revoke();
            comm.recover();
            expect(comm.size() == members - 1, "%d members instead of %d", comm.size(), members - 1);
        }
        const std::vector<int> ranks = comm.gathered(rank);
        std::vector<int> expected(static_cast<std::size_t>(members - 1));
        std::iota(expected.begin(), expected.end(), 0);
        expect(ranks == expected, "others than the first %d are left", members - 1);
    }
    expect(exceptions == size - 1, "%d exceptions", exceptions);
}

} // namespace

int main(int argc, char** argv) {
    start(&argc, &argv);
    run();
    expect(living_objects == 0, "%d objects are left", living_objects);
    return finish();
}
