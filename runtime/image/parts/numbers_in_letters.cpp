// l64a with a text of the rank's own.
#include <cstdlib>

extern "C" [[gnu::weak]] char* l64a(long number) noexcept {
    static char text[7];
    constexpr char digits[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    auto rest = static_cast<unsigned long>(number) & 0xffffffff;
    int length = 0;
    for (; rest != 0; rest /= 64) text[length++] = digits[rest % 64];
    text[length] = '\0';
    return text;
}
