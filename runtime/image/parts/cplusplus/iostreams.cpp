// The standard iostream objects of one rank, on the C library's streams, made before the program's own
// objects.
//
// Their symbols are those of the C++ library's objects (raw storage there as well): the image's references
// bind here. They are never destroyed, as the C++ library's are not; the program's end flushes them. Standard
// error is not flushed after each piece (unitbuf): pieces of a line stay together, a finished line comes out
// at once.
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <ext/stdio_sync_filebuf.h>
#include <istream>
#include <new>
#include <ostream>
#include <streambuf>

namespace {

template <class Object>
struct alignas(Object) Storage {
    char bytes[sizeof(Object)];
};

using Buffer = __gnu_cxx::stdio_sync_filebuf<char>;
using WideBuffer = __gnu_cxx::stdio_sync_filebuf<wchar_t>;

// By the image's fputwc and fputws: the C library's cannot write to the streams that a rank has.
class WideOutput : public std::wstreambuf {
  public:
    explicit WideOutput(FILE* file) : file_(file) {}

  protected:
    int_type overflow(int_type character) override {
        if (traits_type::eq_int_type(character, traits_type::eof())) return sync() == 0 ? 0 : character;
        return std::fputwc(traits_type::to_char_type(character), file_);
    }
    std::streamsize xsputn(const wchar_t* text, std::streamsize count) override {
        std::streamsize written = 0;
        while (written < count && std::fputwc(text[written], file_) != WEOF) ++written;
        return written;
    }
    int sync() override { return std::fflush(file_); }

  private:
    FILE* file_;
};

Storage<Buffer> input_buffer, output_buffer, error_buffer;
Storage<WideBuffer> wide_input_buffer;
Storage<WideOutput> wide_output_buffer, wide_error_buffer;

} // namespace

extern "C" {
Storage<std::ostream> sartor_cout asm("_ZSt4cout");
Storage<std::ostream> sartor_cerr asm("_ZSt4cerr");
Storage<std::ostream> sartor_clog asm("_ZSt4clog");
Storage<std::istream> sartor_cin asm("_ZSt3cin");
Storage<std::wostream> sartor_wcout asm("_ZSt5wcout");
Storage<std::wostream> sartor_wcerr asm("_ZSt5wcerr");
Storage<std::wostream> sartor_wclog asm("_ZSt5wclog");
Storage<std::wistream> sartor_wcin asm("_ZSt4wcin");
}

namespace {

template <class Stream, class StreamBuffer>
Stream& make(Storage<Stream>& stream, Storage<StreamBuffer>& buffer) {
    return *new (&stream) Stream(reinterpret_cast<StreamBuffer*>(&buffer));
}

void flush_streams() {
    reinterpret_cast<std::ostream*>(&sartor_cout)->flush();
    reinterpret_cast<std::wostream*>(&sartor_wcout)->flush();
}

// 101 is the first priority that programs may use: before every static object without a priority.
__attribute__((constructor(101))) void make_streams() {
    new (&input_buffer) Buffer(stdin);
    new (&output_buffer) Buffer(stdout);
    new (&error_buffer) Buffer(stderr);
    new (&wide_input_buffer) WideBuffer(stdin);
    new (&wide_output_buffer) WideOutput(stdout);
    new (&wide_error_buffer) WideOutput(stderr);
    auto& out = make(sartor_cout, output_buffer);
    auto& error = make(sartor_cerr, error_buffer);
    make(sartor_clog, error_buffer);
    make(sartor_cin, input_buffer).tie(&out);
    error.tie(&out);
    auto& wide_out = make(sartor_wcout, wide_output_buffer);
    auto& wide_error = make(sartor_wcerr, wide_error_buffer);
    make(sartor_wclog, wide_error_buffer);
    make(sartor_wcin, wide_input_buffer).tie(&wide_out);
    wide_error.tie(&wide_out);
    std::atexit(&flush_streams);
}

} // namespace
