// A matrix of messages as SVG: darker is more, and every number is written or named by the mark under the
// pointer.
#pragma once

#include <cstdint>

namespace sartor::trace {

/// Writes to anything with a print() as printf's. Cells are amount(row, column); rows and columns are
/// numbered by their first rank, `step` ranks each.
template <class File, class Amount>
void draw_matrix(File& file, int rows, int step, std::int64_t largest, const char* unit, Amount amount) {
    constexpr int margin = 50;
    const int cell = rows <= 16 ? 48 : rows <= 32 ? 24 : rows <= 64 ? 14 : 6;
    const int size = margin + rows * cell;
    file.print(
        "<svg viewBox=\"0 0 %d %d\" width=\"%d\" role=\"img\" font-size=\"10\" font-family=\"sans-serif\">\n",
        size, size, size);
    const int numbered = rows <= 16 ? 1 : rows <= 64 ? 8 : 32;
    for (int row = 0; row < rows; row += numbered)
        file.print("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d</text><text x=\"%d\" y=\"%d\" "
                   "text-anchor=\"end\">%d</text>\n",
                   margin + row * cell + cell / 2, margin - 5, row * step, margin - 5,
                   margin + row * cell + cell / 2 + 4, row * step);
    file.print("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#999\"/>\n", margin,
               margin, rows * cell, rows * cell);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < rows; ++column) {
            const std::int64_t one = amount(row, column);
            if (one == 0) continue;
            const double part = largest > 0 ? static_cast<double>(one) / static_cast<double>(largest) : 0;
            const int lightness = static_cast<int>(92 - 70 * part);
            const int x = margin + column * cell;
            const int y = margin + row * cell;
            file.print(
                "<g><title>%d to %d: %lld %s</title><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
                "fill=\"hsl(215,55%%,%d%%)\" stroke=\"#ddd\"/>",
                row * step, column * step, static_cast<long long>(one), unit, x, y, cell, cell, lightness);
            if (rows <= 16)
                file.print("<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"%s\">%.3g</text>",
                           x + cell / 2, y + cell / 2 + 4, lightness < 55 ? "#fff" : "#000",
                           static_cast<double>(one));
            file.print("</g>\n");
        }
    file.print("</svg>\n");
}

} // namespace sartor::trace
