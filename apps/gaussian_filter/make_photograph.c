// Makes photograph.png: a deterministic landscape (sky, clouds, mountains, lake, grain) to filter.
#include <png.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { width = 640, height = 480, horizon = 300, channels = 3 };

typedef struct {
    double red, green, blue;
} Colour;

static unsigned char picture[height][width][channels];

static double lattice(int x, int y, uint32_t seed) {
    uint32_t hash = (uint32_t)x * 374761393u + (uint32_t)y * 668265263u + seed * 2246822519u;
    hash = (hash ^ (hash >> 13)) * 1274126177u;
    hash ^= hash >> 16;
    return (hash & 0xffff) / 65535.0;
}

static double smooth(double from, double to, double position) {
    return from + (to - from) * position * position * (3 - 2 * position);
}

static double noise(double x, double y, uint32_t seed) {
    int column = (int)x, row = (int)y;
    double upper = smooth(lattice(column, row, seed), lattice(column + 1, row, seed), x - column);
    double lower = smooth(lattice(column, row + 1, seed), lattice(column + 1, row + 1, seed), x - column);
    return smooth(upper, lower, y - row);
}

// Octaves of noise, each twice as fine and half as strong; between 0 and 1.
static double fractal(double x, double y, int octaves, uint32_t seed) {
    double sum = 0, strength = 0.5;
    for (int octave = 0; octave < octaves; ++octave) {
        sum += strength * noise(x, y, seed + (uint32_t)octave);
        x *= 2, y *= 2, strength *= 0.5;
    }
    return sum;
}

static Colour mix(Colour one, Colour other, double share) {
    return (Colour){one.red + (other.red - one.red) * share, one.green + (other.green - one.green) * share,
                    one.blue + (other.blue - one.blue) * share};
}

static Colour sky(int x, int y) {
    const Colour zenith = {52, 96, 168}, haze = {236, 196, 158}, cloud = {250, 244, 238},
                 sun = {255, 246, 214};
    double depth = (double)y / horizon;
    double cover = fractal(x / 90.0 + 3, y / 34.0 + 5, 6, 11) - 0.47;
    Colour colour = mix(zenith, haze, depth * depth);
    if (cover > 0) colour = mix(colour, cloud, cover > 0.2 ? 0.9 : cover * 4.5);
    double distance = ((x - 470.0) * (x - 470.0) + (y - 190.0) * (y - 190.0)) / 500.0;
    return mix(colour, sun, 1 / (1 + distance * distance));
}

static double ridge(int x, int range) {
    return horizon - (120 - 34 * range) *
                         fractal(x / (150.0 - 30 * range) + 7 * range, 0.5, 7, 31u + 9u * (uint32_t)range);
}

static Colour mountain(int x, int y, int range) {
    const Colour far_rock = {118, 128, 152}, near_rock = {44, 62, 46}, snow = {238, 240, 246};
    Colour rock = mix(far_rock, near_rock, range / 2.0);
    double light =
        0.65 + 0.7 * (fractal(x / 14.0, y / 9.0, 4, 71) - fractal((x + 5) / 14.0, y / 9.0, 4, 71) + 0.25);
    double cold = range == 0 ? (228 - y) / 22.0 + fractal(x / 12.0, y / 12.0, 4, 83) : 0;
    rock = mix(rock, snow, cold < 0 ? 0 : cold > 1 ? 1 : cold);
    return (Colour){rock.red * light, rock.green * light, rock.blue * light};
}

static Colour land(int x, int y) {
    for (int range = 2; range >= 0; --range)
        if (y >= ridge(x, range)) return mountain(x, y, range);
    return sky(x, y);
}

static Colour lake(int x, int y) {
    const Colour water = {24, 48, 66}, shine = {250, 236, 206};
    double depth = y - horizon;
    double ripple = fractal(x / (6 + depth / 4), y / (1 + depth / 60), 5, 97) - 0.5;
    int mirrored = horizon - 1 - (int)(depth * 1.4 + ripple * (4 + depth / 5));
    mirrored = mirrored < 0 ? 0 : mirrored >= horizon ? horizon - 1 : mirrored;
    Colour colour = mix(land(x, mirrored), water, 0.35 + depth / 500);
    return ripple > 0.22 ? mix(colour, shine, (ripple - 0.22) * 5) : colour;
}

static unsigned char exposed(double light, int x, int y, uint32_t channel) {
    double grain = 5 * (lattice(x, y, 131 + channel) + lattice(x, y, 151 + channel) - 1);
    double value = light + grain;
    return (unsigned char)(value < 0 ? 0 : value > 255 ? 255 : value + 0.5);
}

static void expose(int x, int y) {
    Colour colour = y < horizon ? land(x, y) : lake(x, y);
    picture[y][x][0] = exposed(colour.red, x, y, 0);
    picture[y][x][1] = exposed(colour.green, x, y, 1);
    picture[y][x][2] = exposed(colour.blue, x, y, 2);
}

int main(int argc, char** argv) {
    const char* output = argc > 1 ? argv[1] : "photograph.png";
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) expose(x, y);

    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = width, image.height = height, image.format = PNG_FORMAT_RGB;
    if (!png_image_write_to_file(&image, output, 0, picture, 0, NULL)) {
        fprintf(stderr, "make_photograph: %s: %s\n", output, image.message);
        return 1;
    }
    return 0;
}
