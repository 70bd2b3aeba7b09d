// Lines of words.
#include "configurator/backtrace/question.hpp"

#include <sstream>
#include <unistd.h>

namespace sartor::backtrace {

namespace {

std::string text_of(int descriptor) {
    std::string text;
    char piece[4096];
    for (off_t offset = 0;;) {
        const ssize_t length = pread(descriptor, piece, sizeof piece, offset);
        if (length <= 0) return text;
        text.append(piece, static_cast<std::size_t>(length));
        offset += length;
    }
}

void read_line(std::istringstream line, Question& question) {
    std::string word;
    line >> word;
    if (word == "maps") line >> question.maps;
    if (word == "copy") {
        Copy copy;
        line >> std::hex >> copy.base >> std::dec >> copy.descriptor >> copy.library;
        question.copies.push_back(copy);
    }
    if (word == "stack") line >> std::hex >> question.stack_low >> std::dec >> question.stack;
    if (word == "call") line >> std::hex >> question.mpi_call;
    if (word == "registers") {
        auto& registers = question.registers.emplace();
        for (std::uintptr_t& value : registers) line >> std::hex >> value;
    }
    if (word == "location") line >> std::hex >> question.addresses.emplace_back();
}

} // namespace

Question read_question(int descriptor) {
    Question question;
    std::istringstream lines(text_of(descriptor));
    for (std::string line; std::getline(lines, line);) read_line(std::istringstream(line), question);
    return question;
}

} // namespace sartor::backtrace
