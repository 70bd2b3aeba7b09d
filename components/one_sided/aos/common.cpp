// What the AOS layer has once in a process, and what its errors are called.
#include "components/one_sided/aos/calls.hpp"

namespace sartor::aos {

Shared shared;

const char* error_text(int result) noexcept {
    switch (result) {
    case SARTOR_AOS_OK:
        return "no error";
    case SARTOR_AOS_ERR_ARGUMENT:
        return "a wrong argument: null, out of its values, or a word that is not aligned to its size";
    case SARTOR_AOS_ERR_ID:
        return "another segment or queue has this id";
    case SARTOR_AOS_ERR_RANGE:
        return "not within the segment";
    case SARTOR_AOS_ERR_RIGHTS:
        return "the segment or queue was not created for this";
    case SARTOR_AOS_ERR_DESTROYED:
        return "its owner has destroyed the segment or queue";
    case SARTOR_AOS_ERR_MEMORY:
        return "the system has no memory";
    case SARTOR_AOS_ERR_SIZE:
        return "the message is longer than the queue's, or than the room for it";
    case SARTOR_AOS_ERR_EMPTY:
        return "no message is in the queue";
    default:
        return "not an error code of this layer";
    }
}

} // namespace sartor::aos
