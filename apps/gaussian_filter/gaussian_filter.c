// Filters a PNG photograph with a 7x7 Gaussian mask, its rows distributed over the ranks of an MPI program.
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <mpi.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { radius = 3, mask_size = 2 * radius + 1, mask_total = 1 << 16 };
enum { tag_rows = 1, tag_upwards, tag_downwards, tag_filtered };

typedef struct {
    int width, height, channels;
} Shape;

typedef struct {
    int first, count;
} Part; // of the rows

// Of every rank:
static int rank, size;
static const char* input;
static const char* output = "filtered.png";
static double sigma = 1.5;
static int check_wanted;
static Shape shape;
static int row_bytes;
static int mask[mask_size]
               [mask_size]; // integers of sum mask_total: the result depends on no order of additions
static Part part;
static unsigned char* rows;     // halo of `radius` rows, the rows of this part, halo
static unsigned char* filtered; // the rows of this part

// Of rank 0:
static unsigned char* photograph;
static unsigned char* result;
static Part* parts;

static void fail(const char* subject, const char* message) {
    fprintf(stderr, "gaussian_filter: %s: %s\n", subject, message);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static void* allocate(size_t bytes) {
    void* memory = calloc(bytes > 0 ? bytes : 1, 1);
    if (memory == NULL) fail("memory", "not enough for this photograph");
    return memory;
}

static void print_usage(FILE* stream) {
    fprintf(stream, "Usage: gaussian_filter [OPTION]... PHOTOGRAPH.png\n"
                    "Filters a photograph with a 7x7 Gaussian mask.\n"
                    "  -o, --output FILE   write the picture to FILE (default: filtered.png)\n"
                    "  -s, --sigma SIGMA   width of the Gaussian in pixels, 0.1 to 100 (default: 1.5)\n"
                    "  -c, --check         filter on one rank too, compare pixel for pixel\n"
                    "  -h, --help          print this text\n"
                    "Exit code: 0, or 1 for a failure or a difference, or 2 for wrong usage.\n");
}

static int parse_sigma(const char* text) {
    char* end;
    sigma = strtod(text, &end);
    if (end != text && *end == '\0' && sigma >= 0.1 && sigma <= 100) return 1;
    if (rank == 0) fprintf(stderr, "gaussian_filter: sigma = %s: expected a number, 0.1 to 100\n", text);
    return 0;
}

// Returns the exit code, or -1 to go on.
static int parse_arguments(int argc, char** argv) {
    static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                            {"sigma", required_argument, NULL, 's'},
                                            {"check", no_argument, NULL, 'c'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    int option;
    opterr = rank == 0;
    while ((option = getopt_long(argc, argv, "o:s:ch", options, NULL)) != -1) {
        switch (option) {
        case 'o':
            output = optarg;
            break;
        case 's':
            if (!parse_sigma(optarg)) return 2;
            break;
        case 'c':
            check_wanted = 1;
            break;
        case 'h':
            if (rank == 0) print_usage(stdout);
            return 0;
        default:
            return 2;
        }
    }
    if (optind + 1 != argc) {
        if (rank == 0) print_usage(stderr);
        return 2;
    }
    input = argv[optind];
    return -1;
}

// Gray, RGB and RGBA stay what they are; palettes and 16-bit samples become 8-bit ones.
static void read_photograph(void) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&image, input)) fail(input, image.message);
    image.format &= PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA;
    shape = (Shape){(int)image.width, (int)image.height, PNG_IMAGE_PIXEL_CHANNELS(image.format)};
    if ((double)image.width * image.height * shape.channels > INT_MAX)
        fail(input, "larger than 2 GiB of pixels");
    photograph = allocate(PNG_IMAGE_SIZE(image));
    if (!png_image_finish_read(&image, NULL, photograph, 0, NULL)) fail(input, image.message);
}

static void write_result(void) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = (png_uint_32)shape.width;
    image.height = (png_uint_32)shape.height;
    image.format = (shape.channels >= 3 ? PNG_FORMAT_FLAG_COLOR : 0) |
                   (shape.channels % 2 == 0 ? PNG_FORMAT_FLAG_ALPHA : 0);
    if (!png_image_write_to_file(&image, output, 0, result, 0, NULL)) fail(output, image.message);
}

static void make_mask(void) {
    double weights[mask_size][mask_size], total = 0;
    for (int y = -radius; y <= radius; ++y)
        for (int x = -radius; x <= radius; ++x)
            total += weights[y + radius][x + radius] = exp(-(x * x + y * y) / (2 * sigma * sigma));
    int rest = mask_total;
    for (int y = 0; y < mask_size; ++y)
        for (int x = 0; x < mask_size; ++x)
            rest -= mask[y][x] = (int)(weights[y][x] / total * mask_total + 0.5);
    mask[radius][radius] += rest;
}

// `row` has `radius` rows before and behind it; at the sides the edge is repeated.
static unsigned char filter_sample(const unsigned char* row, int x, int channel) {
    int sum = mask_total / 2;
    for (int down = -radius; down <= radius; ++down) {
        for (int right = -radius; right <= radius; ++right) {
            int column = x + right < 0 ? 0 : x + right >= shape.width ? shape.width - 1 : x + right;
            sum += mask[down + radius][right + radius] *
                   row[(ptrdiff_t)down * row_bytes + (ptrdiff_t)column * shape.channels + channel];
        }
    }
    return (unsigned char)(sum / mask_total);
}

static void filter_rows(const unsigned char* from, unsigned char* to, int count) {
    for (int y = 0; y < count; ++y)
        for (int x = 0; x < shape.width; ++x)
            for (int channel = 0; channel < shape.channels; ++channel)
                to[(size_t)y * row_bytes + (size_t)x * shape.channels + channel] =
                    filter_sample(from + (size_t)y * row_bytes, x, channel);
}

static void repeat_row(const unsigned char* row, unsigned char* to) {
    for (int copy = 0; copy < radius; ++copy) memcpy(to + (size_t)copy * row_bytes, row, (size_t)row_bytes);
}

static unsigned char* with_halos(int row_count) {
    return allocate((size_t)(row_count + 2 * radius) * row_bytes);
}

// The first ranks have a row more when the rows don't divide evenly; ranks beyond the rows have none.
static void share_out_parts(void) {
    if (rank == 0) {
        parts = allocate((size_t)size * sizeof *parts);
        for (int other = 0, next = 0; other < size; next += parts[other++].count)
            parts[other] = (Part){next, shape.height / size + (other < shape.height % size)};
    }
    MPI_Scatter(parts, 2, MPI_INT, &part, 2, MPI_INT, 0, MPI_COMM_WORLD);
}

static void hand_out_rows(void) {
    unsigned char* own = rows + radius * row_bytes;
    if (rank != 0) {
        MPI_Recv(own, part.count * row_bytes, MPI_UNSIGNED_CHAR, 0, tag_rows, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        return;
    }
    memcpy(own, photograph, (size_t)part.count * row_bytes);
    for (int other = 1; other < size; ++other)
        MPI_Send(photograph + (size_t)parts[other].first * row_bytes, parts[other].count * row_bytes,
                 MPI_UNSIGNED_CHAR, other, tag_rows, MPI_COMM_WORLD);
}

// Row by row, so that a part of less than `radius` rows hands on what it was given a step before.
static void exchange_halos(void) {
    if (part.count == 0) return;
    int above = part.first == 0 ? MPI_PROC_NULL : rank - 1;
    int below = part.first + part.count == shape.height ? MPI_PROC_NULL : rank + 1;
    unsigned char* first = rows + radius * row_bytes;
    unsigned char* end = first + (size_t)part.count * row_bytes;
    if (above == MPI_PROC_NULL) repeat_row(first, rows);
    if (below == MPI_PROC_NULL) repeat_row(end - row_bytes, end);
    for (int step = 0; step < radius; ++step) {
        int offset = step * row_bytes;
        MPI_Sendrecv(first + offset, row_bytes, MPI_UNSIGNED_CHAR, above, tag_upwards, end + offset,
                     row_bytes, MPI_UNSIGNED_CHAR, below, tag_upwards, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv(end - row_bytes - offset, row_bytes, MPI_UNSIGNED_CHAR, below, tag_downwards,
                     first - row_bytes - offset, row_bytes, MPI_UNSIGNED_CHAR, above, tag_downwards,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void collect_rows(void) {
    if (rank != 0) {
        MPI_Send(filtered, part.count * row_bytes, MPI_UNSIGNED_CHAR, 0, tag_filtered, MPI_COMM_WORLD);
        return;
    }
    result = allocate((size_t)shape.height * row_bytes);
    memcpy(result, filtered, (size_t)part.count * row_bytes);
    for (int other = 1; other < size; ++other)
        MPI_Recv(result + (size_t)parts[other].first * row_bytes, parts[other].count * row_bytes,
                 MPI_UNSIGNED_CHAR, other, tag_filtered, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void filter_in_parallel(void) {
    MPI_Bcast(&shape, 3, MPI_INT, 0, MPI_COMM_WORLD);
    row_bytes = shape.width * shape.channels;
    if (rank == 0) make_mask();
    MPI_Bcast(mask, mask_size * mask_size, MPI_INT, 0, MPI_COMM_WORLD);
    share_out_parts();
    rows = with_halos(part.count);
    filtered = allocate((size_t)part.count * row_bytes);
    hand_out_rows();
    exchange_halos();
    filter_rows(rows + radius * row_bytes, filtered, part.count);
    collect_rows();
}

static void say_difference(const unsigned char* sequential, size_t offset) {
    size_t pixel = offset / (size_t)shape.channels;
    fprintf(
        stderr,
        "gaussian_filter: check: the picture differs first in pixel (%zu, %zu), channel %zu: %d, not %d\n",
        pixel % (size_t)shape.width, pixel / (size_t)shape.width, offset % (size_t)shape.channels,
        result[offset], sequential[offset]);
}

// Filters on this rank alone. Returns the exit code.
static int check_result(void) {
    size_t bytes = (size_t)shape.height * row_bytes, offset = 0;
    unsigned char* whole = with_halos(shape.height);
    unsigned char* sequential = allocate(bytes);
    memcpy(whole + radius * row_bytes, photograph, bytes);
    repeat_row(photograph, whole);
    repeat_row(photograph + bytes - row_bytes, whole + radius * row_bytes + bytes);
    filter_rows(whole + radius * row_bytes, sequential, shape.height);
    while (offset < bytes && result[offset] == sequential[offset]) ++offset;
    if (offset < bytes)
        say_difference(sequential, offset);
    else
        printf("check: all %d pixels are those of the sequential filter\n", shape.width * shape.height);
    free(sequential);
    free(whole);
    return offset < bytes;
}

static int filter_photograph(void) {
    if (rank == 0) read_photograph();
    double start = MPI_Wtime();
    filter_in_parallel();
    double seconds = MPI_Wtime() - start;
    if (rank != 0) return 0;
    write_result();
    printf("filtered %d x %d pixels of %d channels with sigma %g on %d ranks in %.4f s: %s\n", shape.width,
           shape.height, shape.channels, sigma, size, seconds, output);
    return check_wanted ? check_result() : 0;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int code = parse_arguments(argc, argv);
    if (code < 0) code = filter_photograph();
    free(photograph);
    free(result);
    free(parts);
    free(rows);
    free(filtered);
    MPI_Finalize();
    return code;
}
