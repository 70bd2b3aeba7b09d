#include "transports/fabric/pmix/client.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <sys/random.h>

#include <pmix.h>

#include "runtime/process.hpp"
#include "transports/fabric/loaded_library.hpp"

namespace sartor::channel::fabric::pmix {

namespace {

struct Library {
    decltype(&PMIx_Init) init;
    decltype(&PMIx_Finalize) finalize;
    decltype(&PMIx_Put) put;
    decltype(&PMIx_Commit) commit;
    decltype(&PMIx_Fence) fence;
    decltype(&PMIx_Get) get;
    decltype(&PMIx_Abort) abort;
    decltype(&PMIx_Error_string) error_string;
    decltype(&PMIx_Register_event_handler) register_event_handler;
};
Library library;
pmix_proc_t self;

void load() noexcept {
    const LoadedLibrary loaded("libpmix.so.2",
                               "a launcher that speaks PMIx has started this process, but there is no PMIx "
                               "library: install it (Debian's package libpmix2)");
    loaded.find("PMIx_Init", library.init);
    loaded.find("PMIx_Finalize", library.finalize);
    loaded.find("PMIx_Put", library.put);
    loaded.find("PMIx_Commit", library.commit);
    loaded.find("PMIx_Fence", library.fence);
    loaded.find("PMIx_Get", library.get);
    loaded.find("PMIx_Abort", library.abort);
    loaded.find("PMIx_Error_string", library.error_string);
    loaded.find("PMIx_Register_event_handler", library.register_event_handler);
}

void check(const char* what, pmix_status_t status) noexcept {
    if (status != PMIX_SUCCESS) end_without(what, library.error_string(status));
}

pmix_proc_t process_of_job(int number) noexcept {
    pmix_proc_t process = self;
    process.rank = static_cast<pmix_rank_t>(number);
    return process;
}

// Which the launcher publishes.
int number_of_job(const char* key) noexcept {
    pmix_proc_t job = self;
    job.rank = PMIX_RANK_WILDCARD;
    pmix_value_t* value = nullptr;
    check(key, library.get(&job, key, nullptr, 0, &value));
    const auto number = static_cast<int>(value->data.uint32);
    std::free(value);
    return number;
}

// Of so many processes; none: of all.
void fence_with_data_of(const pmix_proc_t* some, int count) noexcept {
    pmix_info_t info{};
    std::strncpy(info.key, PMIX_COLLECT_DATA, PMIX_MAX_KEYLEN);
    info.value.type = PMIX_BOOL;
    info.value.data.flag = true;
    check("PMIx_Fence", library.fence(some, static_cast<std::size_t>(count), &info, 1));
}

// The thread of the library calls it, which can't ask the launcher for anything then.
std::atomic<bool> launcher_has_gone{false};
void end_without_launcher(std::size_t, pmix_status_t, const pmix_proc_t*, pmix_info_t*, std::size_t,
                          pmix_info_t*, std::size_t, pmix_event_notification_cbfunc_fn_t, void*) {
    launcher_has_gone.store(true);
    process::report("the launcher of this process has ended: the run ends");
    process::end_run(1);
}

// Without it such a run goes on: that is no error.
void watch_launcher() noexcept {
    pmix_status_t lost = PMIX_ERR_LOST_CONNECTION;
    library.register_event_handler(&lost, 1, nullptr, 0, &end_without_launcher, nullptr, nullptr);
}

} // namespace

void end_without(const char* what, const char* why) noexcept {
    process::report("PMIx: %s: %s", what, why);
    process::end_run(1);
}

// ---- the job

void open() noexcept {
    load();
    check("PMIx_Init", library.init(&self, nullptr, 0));
    watch_launcher();
}
void close() noexcept {
    library.finalize(nullptr, 0);
}
void abort(int exit_code) noexcept {
    if (!launcher_has_gone.load()) library.abort(exit_code, "a rank has ended the run", nullptr, 0);
}

int own_number() noexcept {
    return static_cast<int>(self.rank);
}

int count() noexcept {
    return number_of_job(PMIX_JOB_SIZE);
}
int count_on_computer() noexcept {
    return number_of_job(PMIX_LOCAL_SIZE);
}

// ---- computers

Computer::Computer(int number) noexcept {
    const pmix_proc_t other = process_of_job(number);
    if (library.get(&other, PMIX_HOSTNAME, nullptr, 0, &value_) != PMIX_SUCCESS) value_ = nullptr;
}
Computer::~Computer() {
    if (value_ == nullptr) return;
    if (value_->type == PMIX_STRING) std::free(value_->data.string);
    std::free(value_);
}
bool Computer::is_that_of(int number) const noexcept {
    return *name() != '\0' && std::strcmp(name(), Computer(number).name()) == 0;
}
const char* Computer::name() const noexcept {
    return value_ != nullptr && value_->type == PMIX_STRING ? value_->data.string : "";
}

// ---- what processes publish

void publish(const char* key, const void* data, std::size_t bytes) noexcept {
    pmix_value_t value{};
    value.type = PMIX_BYTE_OBJECT;
    value.data.bo.bytes = static_cast<char*>(const_cast<void*>(data));
    value.data.bo.size = bytes;
    check("PMIx_Put", library.put(PMIX_GLOBAL, key, &value));
}
void commit() noexcept {
    check("PMIx_Commit", library.commit());
}

void fence() noexcept {
    check("PMIx_Fence", library.fence(nullptr, 0, nullptr, 0));
}
void fence_with_data() noexcept {
    fence_with_data_of(nullptr, 0);
}

std::size_t published(int number, const char* key, void* copy, std::size_t room) noexcept {
    const pmix_proc_t other = process_of_job(number);
    pmix_value_t* value = nullptr;
    check(key, library.get(&other, key, nullptr, 0, &value));
    const std::size_t bytes = value->data.bo.size;
    if (value->type != PMIX_BYTE_OBJECT || bytes > room)
        end_without(key, "not what a process of this run publishes");
    std::memcpy(copy, value->data.bo.bytes, bytes);
    std::free(value->data.bo.bytes);
    std::free(value);
    return bytes;
}

Group::Group(const Range& range) noexcept
    : all_(static_cast<pmix_proc_t*>(
          std::malloc(static_cast<std::size_t>(range.count) * sizeof(pmix_proc_t)))),
      count_(range.count) {
    if (all_ == nullptr) end_without("PMIx_Fence", "no memory");
    for (int index = 0; index < count_; ++index) all_[index] = process_of_job(range.first + index);
}
Group::~Group() {
    std::free(all_);
}
void Group::fence_with_data() const noexcept {
    fence_with_data_of(all_, count_);
}

std::uint64_t random_number() noexcept {
    std::uint64_t number = 0;
    if (getrandom(&number, sizeof number, 0) != sizeof number) end_without("getrandom", "no random number");
    return number;
}

} // namespace sartor::channel::fabric::pmix
