// The session of a call: the one whose objects it uses and on which its errors are raised, and the
// checks of arguments that only programs with sessions have (MPI-5.0 sections 9.3 and 11.3).
#pragma once

#include "mpi_api/call/error_owner.hpp"

namespace sartor::mpi {

// A base of Call. A call works on objects of one session, or of the World Model (null), only.
template <class Call>
class SessionCall {
  public:
    // The session of the objects that the call uses.
    [[nodiscard]] MPI_Session origin() const noexcept {
        const MPI_Comm comm = self().error_communicator();
        return known_ || comm == MPI_COMM_NULL ? session_
                                               : session_of(*self().state().communicators.find(comm));
    }
    // The session out of which a communicator was made; null for those of the World Model. Cost: a search by
    // context.
    [[nodiscard]] MPI_Session session_of(const CommunicatorObject& object) const noexcept {
        return self().state().sessions.contexts().find(object.context);
    }

    // An open session, of which the call's other objects must be; errors are raised on it. Otherwise
    // MPI_ERR_SESSION.
    [[nodiscard, gnu::noinline]] bool session(const char* name, MPI_Session session) noexcept {
        if (self().state().sessions.find(session) != nullptr) {
            work_on(session);
            return true;
        }
        if (session == MPI_SESSION_NULL)
            self().template fail<MPI_ERR_SESSION>("%s = MPI_SESSION_NULL: expected a session", name);
        else
            self().template fail<MPI_ERR_SESSION>("%s = %p: not a session, or a session that was finalized",
                                                  name, static_cast<void*>(session));
        return false;
    }

    // Objects of different sessions, or of a session and of the World Model, must not meet in one call:
    // MPI_ERR_GROUP.
    [[nodiscard, gnu::noinline]] bool same_origin(const char* name, MPI_Session session) noexcept {
        if (known_ || self().error_communicator() != MPI_COMM_NULL) {
            if (origin() == session) return true;
            self().template fail<MPI_ERR_GROUP>("%s: from another session than the arguments before it",
                                                name);
            return false;
        }
        work_on(session);
        return true;
    }

    // The handler of an object that the call makes. Errors of the call itself go to it, too.
    [[nodiscard]] bool new_sessions_handler(const char* name, MPI_Errhandler handler) noexcept {
        return self().errhandler(name, handler) &&
               self().handler_is_for(HandlerKind::sessions, name, handler) && raise_errors_to(handler);
    }
    [[nodiscard]] bool new_communicators_handler(const char* name, MPI_Errhandler handler) noexcept {
        return self().errhandler(name, handler) &&
               self().handler_is_for(HandlerKind::communicators, name, handler) && raise_errors_to(handler);
    }

    // Whether a valid communicator exists now: those of the World Model do between MPI_Init and MPI_Finalize.
    [[nodiscard]] bool exists(MPI_Comm comm) const noexcept {
        return self().state().phase == Phase::initialized || !self().is_predefined(comm);
    }
    // Whether a valid group is of the session of the call's other objects. The empty group fits all.
    [[nodiscard]] bool fits_origin(const char* name, MPI_Group group) noexcept {
        const auto* entry = self().state().groups.find_entry(group);
        return entry == nullptr || same_origin(name, entry->session);
    }

    // New objects are of the session of the call, or of their parent.
    void adopt(MPI_Group group) noexcept { self().state().groups.find_entry(group)->session = origin(); }
    // Notes to which session a new communicator belongs. False when there is no memory.
    [[nodiscard]] bool adopt(const CommunicatorObject& object, const CommunicatorObject& parent) noexcept {
        return adopt(object, session_of(parent));
    }
    [[nodiscard]] bool adopt(const CommunicatorObject& object, MPI_Session session) noexcept {
        return session == nullptr || self().state().sessions.contexts().add(object.context, session);
    }

  protected:
    // On which object errors are raised; MPI_COMM_NULL: no communicator is known yet.
    [[nodiscard]] ErrorObject error_owner(MPI_Comm comm) const noexcept {
        if (comm != MPI_COMM_NULL) return ErrorObject(comm);
        return handler_given_ ? ErrorObject(handler_) : ErrorObject(session_);
    }

  private:
    [[nodiscard]] Call& self() noexcept { return static_cast<Call&>(*this); }
    [[nodiscard]] const Call& self() const noexcept { return static_cast<const Call&>(*this); }

    void work_on(MPI_Session session) noexcept {
        session_ = session;
        known_ = true;
    }
    [[nodiscard]] bool raise_errors_to(MPI_Errhandler handler) noexcept {
        handler_ = handler;
        handler_given_ = true;
        return true;
    }

    MPI_Session session_ = nullptr;
    MPI_Errhandler handler_ = nullptr; // given to the call itself
    bool known_ = false;               // session_ is that of the objects that were checked
    bool handler_given_ = false;
};

// Programs of the World Model alone: all objects belong together.
template <class Owner>
class NoSessionCall {
  public:
    [[nodiscard, gnu::always_inline]] static constexpr bool exists(MPI_Comm) noexcept { return true; }
    [[nodiscard]] static constexpr bool fits_origin(const char* /*name*/, MPI_Group) noexcept { return true; }
    static constexpr void adopt(MPI_Group) noexcept {}
    [[nodiscard]] static constexpr bool adopt(const CommunicatorObject&, const CommunicatorObject&) noexcept {
        return true;
    }

  protected:
    [[nodiscard]] static Owner error_owner(MPI_Comm comm) noexcept { return Owner{comm}; }
};

} // namespace sartor::mpi
