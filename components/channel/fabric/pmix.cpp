// Launchers that speak PMIx (PMIx Standard 4.0): the client library is loaded only when one has started this
// process.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/random.h>
#include <unistd.h>
#include <utility>

#include <pmix.h>

#include "components/channel/fabric/loaded_library.hpp"
#include "components/channel/fabric/range.hpp"
#include "components/channel/fabric/shared_memory.hpp"
#include "components/channel/fabric/wire_up.hpp"
#include "components/process/process.hpp"

namespace sartor::channel::fabric {

namespace {

constexpr const char* card_key = "sartor.card";
constexpr const char* run_key = "sartor.key";
constexpr const char* memory_key = "sartor.memory";
constexpr const char* share_key = "sartor.share";

struct Library {
    decltype(&PMIx_Init) init;
    decltype(&PMIx_Finalize) finalize;
    decltype(&PMIx_Put) put;
    decltype(&PMIx_Commit) commit;
    decltype(&PMIx_Fence) fence;
    decltype(&PMIx_Get) get;
    decltype(&PMIx_Abort) abort;
    decltype(&PMIx_Error_string) error_string;
};
Library pmix;
pmix_proc_t self;

[[noreturn]] void end_without(const char* what, const char* why) noexcept {
    process::report("PMIx: %s: %s", what, why);
    process::end_run(1);
}
void check(const char* what, pmix_status_t status) noexcept {
    if (status != PMIX_SUCCESS) end_without(what, pmix.error_string(status));
}

void load() noexcept {
    const LoadedLibrary library("libpmix.so.2",
                                "a launcher that speaks PMIx has started this process, but there is "
                                "no PMIx library (Debian's package libpmix2)");
    library.find("PMIx_Init", pmix.init);
    library.find("PMIx_Finalize", pmix.finalize);
    library.find("PMIx_Put", pmix.put);
    library.find("PMIx_Commit", pmix.commit);
    library.find("PMIx_Fence", pmix.fence);
    library.find("PMIx_Get", pmix.get);
    library.find("PMIx_Abort", pmix.abort);
    library.find("PMIx_Error_string", pmix.error_string);
}

// Of the job: a number that its launcher publishes.
int number_of_job(const char* key) noexcept {
    pmix_proc_t job = self;
    job.rank = PMIX_RANK_WILDCARD;
    pmix_value_t* value = nullptr;
    check(key, pmix.get(&job, key, nullptr, 0, &value));
    const auto number = static_cast<int>(value->data.uint32);
    std::free(value);
    return number;
}

// The name of the computer of a process, as its launcher calls it; empty where that says nothing.
class Computer {
  public:
    explicit Computer(int process) noexcept {
        pmix_proc_t other = self;
        other.rank = static_cast<pmix_rank_t>(process);
        if (pmix.get(&other, PMIX_HOSTNAME, nullptr, 0, &value_) != PMIX_SUCCESS) value_ = nullptr;
    }
    ~Computer() {
        if (value_ == nullptr) return;
        if (value_->type == PMIX_STRING) std::free(value_->data.string);
        std::free(value_);
    }
    Computer(const Computer&) = delete;
    Computer& operator=(const Computer&) = delete;

    [[nodiscard]] bool is_that_of(int process) const noexcept {
        return *name() != '\0' && std::strcmp(name(), Computer(process).name()) == 0;
    }

  private:
    [[nodiscard]] const char* name() const noexcept {
        return value_ != nullptr && value_->type == PMIX_STRING ? value_->data.string : "";
    }

    pmix_value_t* value_ = nullptr;
};

// Neighbouring processes of this computer, the own one among them.
Range neighbours_of(const WireUp& made) noexcept {
    if (made.is_local) return {0, made.processes};
    const Computer own(made.number);
    return range_around(made.number, made.processes, [&](int process) { return own.is_that_of(process); });
}

// Copies what a process has published, and returns its length. Ends the run if it has not, or too much.
std::size_t published(int process, const char* key, void* copy, std::size_t room) noexcept {
    pmix_proc_t other = self;
    other.rank = static_cast<pmix_rank_t>(process);
    pmix_value_t* value = nullptr;
    check(key, pmix.get(&other, key, nullptr, 0, &value));
    const std::size_t bytes = value->data.bo.size;
    if (value->type != PMIX_BYTE_OBJECT || bytes > room)
        end_without(key, "not what a process of this run publishes");
    std::memcpy(copy, value->data.bo.bytes, bytes);
    std::free(value->data.bo.bytes);
    std::free(value);
    return bytes;
}

void publish(const char* key, const void* data, std::size_t bytes) noexcept {
    pmix_value_t value{};
    value.type = PMIX_BYTE_OBJECT;
    value.data.bo.bytes = static_cast<char*>(const_cast<void*>(data));
    value.data.bo.size = bytes;
    check("PMIx_Put", pmix.put(PMIX_GLOBAL, key, &value));
}

// Of so many processes (none: all), with all data that they have published.
void fence_with_data(const pmix_proc_t* some = nullptr, int count = 0) noexcept {
    bool yes = true;
    pmix_info_t info{};
    std::strncpy(info.key, PMIX_COLLECT_DATA, PMIX_MAX_KEYLEN);
    info.value.type = PMIX_BOOL;
    info.value.data.flag = yes;
    check("PMIx_Fence", pmix.fence(some, static_cast<std::size_t>(count), &info, 1));
}

template <class Object>
Object published_object(int process, const char* key) noexcept {
    Object object;
    if (published(process, key, &object, sizeof object) != sizeof object) end_without(key, "its length");
    return object;
}
template <class Object>
void publish_to_all(const char* key, const Object& object) noexcept {
    publish(key, &object, sizeof object);
    check("PMIx_Commit", pmix.commit());
}

std::uint64_t random_number() noexcept {
    std::uint64_t number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number) end_without("getrandom", "no random number");
    return number;
}

void exchange(WireUp& all, const void* card, std::size_t bytes) noexcept {
    all.key = random_number();
    publish(card_key, card, bytes);
    if (all.number == 0) publish(run_key, &all.key, sizeof all.key);
    check("PMIx_Commit", pmix.commit());
    fence_with_data();
    all.key = published_object<std::uint64_t>(0, run_key);
}

// PMIx keeps what was published, on each computer once for all processes there.
const void* card_of(int process) noexcept {
    thread_local char card[WireUp::longest_card];
    const std::size_t bytes = published(process, card_key, card, sizeof card);
    std::memset(card + bytes, 0, sizeof card - bytes);
    return card;
}

// Where a process has memory for all.
struct MemoryCard {
    std::int32_t process;
    std::int32_t descriptor;
    std::uint64_t mark;
};

bool may_share_memory() noexcept {
    const char* const provider = std::getenv("SARTOR_PROVIDER");
    const char* const shares = std::getenv("SARTOR_SHARED_MEMORY");
    return (provider == nullptr || *provider == '\0') && (shares == nullptr || std::strcmp(shares, "0") != 0);
}

// The processes of a range.
class Group {
  public:
    explicit Group(const Range& range) noexcept
        : all_(static_cast<pmix_proc_t*>(
              std::malloc(static_cast<std::size_t>(range.count) * sizeof(pmix_proc_t)))),
          count_(range.count) {
        if (all_ == nullptr) end_without("PMIx_Fence", "no memory");
        for (int index = 0; index < count_; ++index) {
            all_[index] = self;
            all_[index].rank = static_cast<pmix_rank_t>(range.first + index);
        }
    }
    ~Group() { std::free(all_); }
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    void fence_with_data() const noexcept { fabric::fence_with_data(all_, count_); }

  private:
    pmix_proc_t* all_;
    int count_;
};

// Neighbouring processes of one computer get memory that they share, if the system gives it to all of them.
void share_memory(WireUp& made, const Range& range) noexcept {
    const Group group(range);
    const bool may_share = may_share_memory();
    if (made.number == range.first) {
        MemoryCard card{getpid(), -1, random_number()};
        if (may_share)
            card.descriptor = made.memory = make_memory(range.count, made.ranks_of_each, card.mark);
        publish_to_all(memory_key, card);
    }
    group.fence_with_data();
    if (made.number != range.first && may_share) {
        const auto card = published_object<MemoryCard>(range.first, memory_key);
        if (card.descriptor >= 0)
            made.memory = open_memory(card.process, card.descriptor, range.count, card.mark);
    }
    publish_to_all(share_key, static_cast<char>(made.memory >= 0));
    group.fence_with_data();
    bool all_share = true;
    for (int process = range.first; process < range.first + range.count; ++process)
        all_share = all_share && published_object<char>(process, share_key) != 0;
    if (!all_share && made.memory >= 0) ::close(std::exchange(made.memory, -1));
    made.first_in_memory = range.first;
    made.in_memory = made.memory >= 0 ? range.count : 0;
}

void fence() noexcept {
    check("PMIx_Fence", pmix.fence(nullptr, 0, nullptr, 0));
}

void abandon(int exit_code) noexcept {
    pmix.abort(exit_code, "a rank has ended the run", nullptr, 0);
}

void close() noexcept {
    pmix.finalize(nullptr, 0);
}

int ranks_of_each() noexcept {
    const char* text = std::getenv("SARTOR_RANKS_PER_PROCESS");
    if (text == nullptr) return 1;
    char* end = nullptr;
    const long ranks = std::strtol(text, &end, 10);
    constexpr long most = 1 << 20;
    if (end != text && *end == '\0' && ranks >= 1 && ranks <= most) return static_cast<int>(ranks);
    process::report("SARTOR_RANKS_PER_PROCESS=%s: expected a positive number", text);
    process::end_run(process::usage_exit_code);
}

} // namespace

bool open_pmix(WireUp& made) noexcept {
    if (std::getenv("PMIX_RANK") == nullptr || std::getenv("PMIX_NAMESPACE") == nullptr) return false;
    load();
    check("PMIx_Init", pmix.init(&self, nullptr, 0));
    made.number = static_cast<int>(self.rank);
    made.processes = number_of_job(PMIX_JOB_SIZE);
    made.ranks_of_each = ranks_of_each();
    made.on_computer = number_of_job(PMIX_LOCAL_SIZE);
    made.is_local = made.on_computer == made.processes;
    made.exchange = &exchange;
    made.card = &card_of;
    made.fence = &fence;
    made.abandon = &abandon;
    made.close = &close;
    const Range neighbours = neighbours_of(made);
    if (neighbours.count > 1) share_memory(made, neighbours);
    return true;
}

} // namespace sartor::channel::fabric
