// All that acts at points of operations in programs built with --checked (selection/calls.hpp). Included
// by their cuts, above what the cuts are made of.
#pragma once

#include "aspects/call/checked/agreement.hpp"
#include "aspects/call/checked/allocated.hpp"
#include "aspects/call/checked/blocking_buffers.hpp"
#include "aspects/call/checked/conflicts.hpp"
#include "aspects/call/checked/exposures.hpp"
#include "aspects/call/checked/makers.hpp"
#include "aspects/call/checked/memory_of_windows.hpp"
#include "aspects/call/checked/message_races.hpp"
#include "aspects/call/checked/order_of_events.hpp"
#include "aspects/call/checked/origins.hpp"
#include "aspects/call/checked/origins_beside_messages.hpp"
#include "aspects/call/checked/packed.hpp"
#include "aspects/call/checked/parts.hpp"
#include "aspects/call/checked/room.hpp"
#include "aspects/call/checked/tolerated.hpp"
#include "aspects/call/checked/watched_buffers.hpp"
#include "aspects/call/checked/watched_parts.hpp"
#include "aspects/call/checked/watched_spans.hpp"
