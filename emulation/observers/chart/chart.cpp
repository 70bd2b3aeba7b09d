// Files are opened before the run, so that it is not for nothing, and filled when it has ended.
#include "emulation/observers/chart/chart.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include "emulation/observers/chart/matrix.hpp"
#include "emulation/observers/report/summary_file.hpp"
#include "runtime/trace/drawing.hpp"

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

void finish(FILE*& file, const char* variable, const char* option) noexcept {
    const char* const path = std::getenv(variable);
    const bool is_whole = std::ferror(file) == 0 && std::fclose(file) == 0;
    file = nullptr;
    if (is_whole) return sartor::trace::draw(option, path);
    process::report("%s %s: %s; the file is incomplete", option, path, std::strerror(errno));
}

class Chart final : public Observer {
  public:
    explicit Chart(const Run& run) noexcept
        : run_(run), matrix_(run), chip_file_(open_file("SARTOR_CHIP", "--chip")),
          matrix_file_(open_file("SARTOR_MATRIX", "--matrix")) {}

    void sent(Way, int from, int to, std::int64_t bytes) noexcept override { matrix_.count(from, to, bytes); }

    void ended() noexcept override {
        if (chip_file_ != nullptr) {
            write_summary(chip_file_, run_);
            finish(chip_file_, "SARTOR_CHIP", "--chip");
        }
        if (matrix_file_ != nullptr) {
            write_matrix();
            finish(matrix_file_, "SARTOR_MATRIX", "--matrix");
        }
    }

  private:
    void write_matrix() noexcept {
        std::fprintf(matrix_file_,
                     "{\"kind\": \"sartor-matrix\", \"machine\": \"%s\", \"ranks\": %d, \"matrix\": ",
                     run_.chip.description().name, run_.ranks);
        matrix_.write([this](const char* text) { std::fputs(text, matrix_file_); });
        std::fprintf(matrix_file_, "}\n");
    }

    const Run& run_;
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
