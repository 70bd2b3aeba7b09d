// Files are opened before the run, so that it is not for nothing, and drawn when it has ended.
#include "components/machine/manycore/observers/chart/chart.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include "components/machine/manycore/observers/chart/chip.hpp"
#include "components/machine/manycore/observers/chart/matrix.hpp"

namespace sartor::machine::manycore::chart {

namespace {

FILE* open_file(const char* variable, const char* option) noexcept {
    const char* path = std::getenv(variable);
    if (path == nullptr) return nullptr;
    FILE* file = std::fopen(path, "we");
    if (file != nullptr) return file;
    process::report("%s %s: %s", option, path, std::strerror(errno));
    process::end_run(process::usage_exit_code);
}

void close_file(FILE*& file, const char* variable, const char* option) noexcept {
    if (std::ferror(file) != 0 || std::fclose(file) != 0)
        process::report("%s %s: %s; the file is incomplete", option, std::getenv(variable),
                        std::strerror(errno));
    file = nullptr;
}

class Chart final : public Observer {
  public:
    explicit Chart(Run& run) noexcept
        : run_(run), matrix_(run), chip_file_(open_file("SARTOR_CHIP", "--chip")),
          matrix_file_(open_file("SARTOR_MATRIX", "--matrix")) {}

    void sent(Way, int from, int to, std::int64_t bytes) noexcept override { matrix_.count(from, to, bytes); }

    void ended() noexcept override {
        if (chip_file_ != nullptr) {
            draw_chip(chip_file_, run_, end_of(run_));
            close_file(chip_file_, "SARTOR_CHIP", "--chip");
        }
        if (matrix_file_ != nullptr) {
            matrix_.draw(matrix_file_);
            close_file(matrix_file_, "SARTOR_MATRIX", "--matrix");
        }
    }

  private:
    static Cycles end_of(const Run& run) noexcept {
        Cycles end = 0;
        for (int rank = 0; rank < run.ranks; ++rank)
            if (run.pes[rank].clock > end) end = run.pes[rank].clock;
        return end;
    }

    Run& run_;
    Matrix matrix_;
    FILE* chip_file_;
    FILE* matrix_file_;
};

} // namespace

void open() noexcept {
    if (std::getenv("SARTOR_CHIP") == nullptr && std::getenv("SARTOR_MATRIX") == nullptr) return;
    Observer* chart = new (allocate<Chart>(1)) Chart(*the_run);
    chart->next = observers;
    observers = chart;
}

} // namespace sartor::machine::manycore::chart
