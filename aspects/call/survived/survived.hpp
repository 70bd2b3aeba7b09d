// What acts at points of operations in programs that survive failures.
#pragma once

#include "aspects/call/survived/ended_by_failures.hpp"
#include "aspects/call/survived/epochs_ended.hpp"
#include "aspects/call/survived/group_aborted.hpp"
#include "aspects/call/survived/unaware_named.hpp"
