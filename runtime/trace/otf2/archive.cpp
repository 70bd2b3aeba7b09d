#include "runtime/trace/otf2/archive.hpp"

#include <algorithm>
#include <cstdarg>
#include <filesystem>
#include <otf2/otf2.h>
#include <set>
#include <stdexcept>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace sartor::trace::otf2 {

namespace {

void check(OTF2_ErrorCode code) {
    if (code != OTF2_SUCCESS) throw std::runtime_error(OTF2_Error_GetDescription(code));
}
template <class Handle>
Handle* check(Handle* handle) {
    if (handle == nullptr) throw std::runtime_error("OTF2 has no memory, or can't write a file");
    return handle;
}

// Errors are reported where they are returned.
OTF2_ErrorCode say_nothing(void*, const char*, std::uint64_t, const char*, OTF2_ErrorCode code, const char*,
                           va_list) {
    return code;
}

OTF2_FlushType always_flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
    return OTF2_FLUSH;
}

// How viewers group functions. The first name that a function's name begins with; those that are immediate or
// persistent only start an operation.
OTF2_RegionRole role_of(std::string_view function) {
    static constexpr std::pair<std::string_view, OTF2_RegionRole> roles[] = {
        {"MPI_Barrier", OTF2_REGION_ROLE_BARRIER},
        {"MPI_Bcast", OTF2_REGION_ROLE_COLL_ONE2ALL},
        {"MPI_Scatter", OTF2_REGION_ROLE_COLL_ONE2ALL},
        {"MPI_Gather", OTF2_REGION_ROLE_COLL_ALL2ONE},
        {"MPI_Reduce_scatter", OTF2_REGION_ROLE_COLL_ALL2ALL},
        {"MPI_Reduce_local", OTF2_REGION_ROLE_FUNCTION},
        {"MPI_Reduce", OTF2_REGION_ROLE_COLL_ALL2ONE},
        {"MPI_Allgather", OTF2_REGION_ROLE_COLL_ALL2ALL},
        {"MPI_Allreduce", OTF2_REGION_ROLE_COLL_ALL2ALL},
        {"MPI_Alltoall", OTF2_REGION_ROLE_COLL_ALL2ALL},
        {"MPI_Scan", OTF2_REGION_ROLE_COLL_OTHER},
        {"MPI_Exscan", OTF2_REGION_ROLE_COLL_OTHER},
        {"MPI_Neighbor_", OTF2_REGION_ROLE_COLL_OTHER},
        {"MPI_Send", OTF2_REGION_ROLE_POINT2POINT},
        {"MPI_Ssend", OTF2_REGION_ROLE_POINT2POINT},
        {"MPI_Bsend", OTF2_REGION_ROLE_POINT2POINT},
        {"MPI_Rsend", OTF2_REGION_ROLE_POINT2POINT},
        {"MPI_Recv", OTF2_REGION_ROLE_POINT2POINT},
        {"MPI_Isend", OTF2_REGION_ROLE_POINT2POINT},
        {"MPI_Irecv", OTF2_REGION_ROLE_POINT2POINT},
        {"MPI_Start", OTF2_REGION_ROLE_POINT2POINT},
        {"MPI_Wait", OTF2_REGION_ROLE_POINT2POINT},
        {"MPI_Test", OTF2_REGION_ROLE_POINT2POINT},
        {"MPI_Win_", OTF2_REGION_ROLE_RMA},
        {"MPI_Put", OTF2_REGION_ROLE_RMA},
        {"MPI_Get", OTF2_REGION_ROLE_FUNCTION}, // MPI_Get_count and many others
        {"MPI_Accumulate", OTF2_REGION_ROLE_RMA},
        {"MPI_File_", OTF2_REGION_ROLE_FILE_IO},
    };
    if (function == "MPI_Get" || function == "MPI_Get_accumulate") return OTF2_REGION_ROLE_RMA;
    for (const auto& [name, role] : roles)
        if (function.starts_with(name)) return role;
    return OTF2_REGION_ROLE_FUNCTION;
}

void remove_archive(const std::string& folder) {
    for (const char* part : {"traces.otf2", "traces.def", "traces"})
        std::filesystem::remove_all(std::filesystem::path(folder) / part);
}

std::string host_name() {
    char name[256] = "this computer";
    gethostname(name, sizeof name - 1);
    return name;
}

} // namespace

class Archive::Content {
  public:
    Content(const std::string& folder, const Header& header, std::vector<FunctionName> functions);
    ~Content() {
        if (archive_ != nullptr) OTF2_Archive_Close(archive_);
    }

    void write(const Record& record);
    void end(std::int64_t left_out);

  private:
    // A location, and the call that is open on it.
    struct Track {
        OTF2_LocationRef location;
        OTF2_EvtWriter* writer;
        std::uint32_t function = 0;
        std::int64_t begun = 0;
        bool is_open = false;
    };
    struct Location {
        OTF2_LocationRef number;
        int rank;
        std::uint64_t events;
    };

    void begin_rank(int rank);
    void end_rank();
    Track& add_track(OTF2_LocationRef location);
    Track& track_of_new_call();
    Track& track_of_call(std::int64_t begun);
    void enter(const Record& call);
    void leave(const Record& call);
    void message(const Record& record);
    [[nodiscard]] OTF2_CommRef communicator_of(const Record& message);

    void write_local_definitions();
    void write_definitions();
    OTF2_StringRef text(const std::string& text);
    void write_functions();
    void write_locations();
    void write_communicators();

    Header header_;
    std::vector<FunctionName> functions_;
    OTF2_Archive* archive_ = nullptr;
    OTF2_GlobalDefWriter* definitions_ = nullptr;
    OTF2_StringRef texts_ = 0;
    int rank_ = -1; // whose records are written
    std::vector<Track> tracks_;
    std::vector<Location> locations_;
    OTF2_LocationRef next_location_;
    std::set<OTF2_CommRef> communicators_ = {0};
};

Archive::Content::Content(const std::string& folder, const Header& header,
                          std::vector<FunctionName> functions)
    : header_(header), functions_(std::move(functions)),
      next_location_(static_cast<OTF2_LocationRef>(header.ranks)) {
    constexpr std::uint64_t events_at_once = std::uint64_t{256} << 10;
    constexpr std::uint64_t definitions_at_once = std::uint64_t{4} << 20;
    static constexpr OTF2_FlushCallbacks flushing = {always_flush, nullptr};
    OTF2_Error_RegisterCallback(say_nothing, nullptr);
    remove_archive(folder);
    archive_ = check(OTF2_Archive_Open(folder.c_str(), "traces", OTF2_FILEMODE_WRITE, events_at_once,
                                       definitions_at_once, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE));
    check(OTF2_Archive_SetFlushCallbacks(archive_, &flushing, nullptr));
    check(OTF2_Archive_SetSerialCollectiveCallbacks(archive_));
    check(OTF2_Archive_SetCreator(archive_, "Sartor"));
    check(OTF2_Archive_OpenEvtFiles(archive_));
}

void Archive::Content::write(const Record& record) {
    while (rank_ < record.rank) begin_rank(rank_ + 1);
    switch (record.step) {
    case Step::enter:
        return enter(record);
    case Step::leave:
    case Step::leave_at_once:
        return leave(record);
    case Step::send:
    case Step::receive:
        return message(record);
    case Step::end_of_records:
        return;
    }
}

void Archive::Content::begin_rank(int rank) {
    end_rank();
    rank_ = rank;
    add_track(static_cast<OTF2_LocationRef>(rank));
}

void Archive::Content::end_rank() {
    for (const Track& track : tracks_) {
        std::uint64_t events = 0;
        check(OTF2_EvtWriter_GetNumberOfEvents(track.writer, &events));
        locations_.push_back({track.location, rank_, events});
        check(OTF2_Archive_CloseEvtWriter(archive_, track.writer));
    }
    tracks_.clear();
}

Archive::Content::Track& Archive::Content::add_track(OTF2_LocationRef location) {
    return tracks_.emplace_back(Track{location, check(OTF2_Archive_GetEvtWriter(archive_, location))});
}

Archive::Content::Track& Archive::Content::track_of_new_call() {
    for (Track& track : tracks_)
        if (!track.is_open) return track;
    return add_track(next_location_++);
}

// The first one if there is no such call.
Archive::Content::Track& Archive::Content::track_of_call(std::int64_t begun) {
    for (Track& track : tracks_)
        if (track.is_open && track.begun == begun) return track;
    return tracks_.front();
}

void Archive::Content::enter(const Record& call) {
    Track& track = track_of_new_call();
    track.function = static_cast<std::uint32_t>(call.tag);
    track.begun = call.time;
    track.is_open = true;
    check(OTF2_EvtWriter_Enter(track.writer, nullptr, static_cast<std::uint64_t>(call.time), track.function));
}

void Archive::Content::leave(const Record& call) {
    Track& track = track_of_call(call.detail);
    if (!track.is_open) return;
    track.is_open = false;
    check(OTF2_EvtWriter_Leave(track.writer, nullptr, static_cast<std::uint64_t>(call.time), track.function));
}

OTF2_CommRef Archive::Content::communicator_of(const Record& message) {
    const auto communicator = static_cast<OTF2_CommRef>(std::max(message.context, 0));
    communicators_.insert(communicator);
    return communicator;
}

void Archive::Content::message(const Record& record) {
    const Track& track = track_of_call(record.time);
    const auto write = record.step == Step::send ? OTF2_EvtWriter_MpiSend : OTF2_EvtWriter_MpiRecv;
    check(write(track.writer, nullptr, static_cast<std::uint64_t>(record.time),
                static_cast<std::uint32_t>(record.peer), communicator_of(record),
                static_cast<std::uint32_t>(record.tag), static_cast<std::uint64_t>(record.detail)));
}

void Archive::Content::end(std::int64_t left_out) {
    while (rank_ + 1 < header_.ranks) begin_rank(rank_ + 1);
    end_rank();
    check(OTF2_Archive_CloseEvtFiles(archive_));
    check(OTF2_Archive_SetProperty(archive_, "SARTOR::EVENTS_LEFT_OUT", std::to_string(left_out).c_str(),
                                   true));
    write_local_definitions();
    write_definitions();
    check(OTF2_Archive_Close(std::exchange(archive_, nullptr)));
}

// Readers expect the files, which are empty.
void Archive::Content::write_local_definitions() {
    check(OTF2_Archive_OpenDefFiles(archive_));
    for (const Location& location : locations_)
        check(OTF2_Archive_CloseDefWriter(archive_,
                                          check(OTF2_Archive_GetDefWriter(archive_, location.number))));
    check(OTF2_Archive_CloseDefFiles(archive_));
}

OTF2_StringRef Archive::Content::text(const std::string& text) {
    check(OTF2_GlobalDefWriter_WriteString(definitions_, texts_, text.c_str()));
    return texts_++;
}

void Archive::Content::write_definitions() {
    constexpr std::uint64_t ticks_a_second = 1'000'000'000;
    definitions_ = check(OTF2_Archive_GetGlobalDefWriter(archive_));
    check(OTF2_GlobalDefWriter_WriteClockProperties(definitions_, ticks_a_second, 0,
                                                    static_cast<std::uint64_t>(header_.length) + 1,
                                                    static_cast<std::uint64_t>(header_.began)));
    check(OTF2_GlobalDefWriter_WriteParadigm(definitions_, OTF2_PARADIGM_MPI, text("MPI"),
                                             OTF2_PARADIGM_CLASS_PROCESS));
    write_functions();
    write_locations();
    write_communicators();
    check(OTF2_Archive_CloseGlobalDefWriter(archive_, definitions_));
}

void Archive::Content::write_functions() {
    const OTF2_StringRef nothing = text("");
    for (std::uint32_t number = 0; number < functions_.size(); ++number) {
        const char* const name = functions_[number].text;
        const OTF2_StringRef named = text(name);
        check(OTF2_GlobalDefWriter_WriteRegion(definitions_, number, named, named, nothing, role_of(name),
                                               OTF2_PARADIGM_MPI, OTF2_REGION_FLAG_NONE, nothing, 0, 0));
    }
}

void Archive::Content::write_locations() {
    check(OTF2_GlobalDefWriter_WriteSystemTreeNode(definitions_, 0, text(host_name()), text("node"),
                                                   OTF2_UNDEFINED_SYSTEM_TREE_NODE));
    int last = -1;
    for (const Location& location : locations_) {
        const auto rank = static_cast<OTF2_LocationGroupRef>(location.rank);
        const std::string name = "rank " + std::to_string(location.rank);
        if (location.rank != last)
            check(OTF2_GlobalDefWriter_WriteLocationGroup(definitions_, rank, text(name),
                                                          OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                                          OTF2_UNDEFINED_LOCATION_GROUP));
        const std::string own = location.rank != last ? name : name + ", calls at the same time";
        last = location.rank;
        check(OTF2_GlobalDefWriter_WriteLocation(definitions_, location.number, text(own),
                                                 OTF2_LOCATION_TYPE_CPU_THREAD, location.events, rank));
    }
}

// Who belongs to a communicator is not recorded: ranks in messages are those in MPI_COMM_WORLD, and all
// communicators have its group.
void Archive::Content::write_communicators() {
    const auto ranks = static_cast<std::uint32_t>(header_.ranks);
    std::vector<std::uint64_t> numbers(ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) numbers[rank] = rank;
    const OTF2_StringRef nothing = text("");
    check(OTF2_GlobalDefWriter_WriteGroup(definitions_, 0, text("ranks"), OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                          OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, ranks, numbers.data()));
    check(OTF2_GlobalDefWriter_WriteGroup(definitions_, 1, nothing, OTF2_GROUP_TYPE_COMM_GROUP,
                                          OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, ranks, numbers.data()));
    for (const OTF2_CommRef number : communicators_)
        check(OTF2_GlobalDefWriter_WriteComm(
            definitions_, number,
            text(number == 0 ? "MPI_COMM_WORLD" : "communicator " + std::to_string(number)), 1,
            OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
}

Archive::Archive(const std::string& folder, const Header& header, std::vector<FunctionName> functions)
    : content_(std::make_unique<Content>(folder, header, std::move(functions))) {}

Archive::~Archive() = default;

void Archive::write(const Record& record) {
    content_->write(record);
}

void Archive::end(std::int64_t left_out) {
    content_->end(left_out);
}

} // namespace sartor::trace::otf2
