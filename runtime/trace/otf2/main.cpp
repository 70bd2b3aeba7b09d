// sartor-otf2 FOLDER: reads what record.hpp describes from standard input, a socket, and writes the archive.
// Replies with one byte when that was successful. Runs that are traced start it when they end.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include "runtime/trace/otf2/archive.hpp"
#include "runtime/trace/otf2/record.hpp"
#include "runtime/trace/otf2/sorter.hpp"

namespace {

using namespace sartor::trace::otf2;

class Input {
  public:
    template <class Object>
    Object take() {
        Object object;
        auto* to = reinterpret_cast<char*>(&object);
        for (std::size_t done = 0; done < sizeof object;) {
            if (place_ == filled_) fill();
            const std::size_t count = std::min(sizeof object - done, filled_ - place_);
            std::copy_n(buffer_.data() + place_, count, to + done);
            place_ += count;
            done += count;
        }
        return object;
    }

  private:
    void fill() {
        ssize_t count;
        do count = read(STDIN_FILENO, buffer_.data(), buffer_.size());
        while (count < 0 && errno == EINTR);
        if (count < 0) throw std::system_error(errno, std::generic_category());
        if (count == 0) throw std::runtime_error("the run ended before it wrote all its records");
        filled_ = static_cast<std::size_t>(count);
        place_ = 0;
    }

    std::vector<char> buffer_ = std::vector<char>(std::size_t{64} << 10);
    std::size_t place_ = 0;
    std::size_t filled_ = 0;
};

void write_archive(const char* folder) {
    Input input;
    const auto header = input.take<Header>();
    if (header.magic != Header::known_magic) throw std::runtime_error("not the records of a run");
    std::vector<FunctionName> functions;
    for (int count = 0; count < header.functions; ++count) functions.push_back(input.take<FunctionName>());
    Sorter sorter(folder);
    auto record = input.take<Record>();
    for (; record.step != Step::end_of_records; record = input.take<Record>()) sorter.add(record);
    Archive archive(folder, header, std::move(functions));
    sorter.visit_all([&](const Record& next) { archive.write(next); });
    archive.end(record.detail);
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("sartor-otf2 is not for use by hand: traced runs start it with a folder\n", stderr);
        return 2;
    }
    try {
        write_archive(argv[1]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "sartor: --trace %s: %s; the archive is incomplete\n", argv[1], error.what());
        return 1;
    }
    const char done = 1;
    return write(STDIN_FILENO, &done, 1) == 1 ? 0 : 1;
}
