// How a program of the configurator ends.
#pragma once

#include "configurator/support/error.hpp"

#include <exception>

namespace sartor::configurator {

/// Exit code of `act`, or of the error that it threw, which is printed.
template <typename Act>
int ended(const Act& act) {
    try {
        return act();
    } catch (const Error& error) {
        report("{}", error.what());
        return error.exit_code();
    } catch (const std::exception& error) {
        report("{}", error.what());
        return failure_exit_code;
    }
}

} // namespace sartor::configurator
