// Gaussian Filter of CAP Bench as LWMPI, sections 6.1 and 7.2.2, has it: the global master distributes images to local masters,
// which split them into chunks for their slaves and send filtered images back.
//
// Usage: filter_images [IMAGES] [--time] [--check]   (default: 1200 for each cluster of ranks)
//
// Messages are those of LWMPI's program (https://github.com/nanvix/benchmarks): before each image and each chunk a number
// that says whether one follows; chunks of 64 x 64 pixels with a border of 3. Its local masters, and only those, compute
// nothing where they have slaves.
#include "hierarchy.h"

static const char name[] = "filter_images";

enum { dimension = 256, mask_size = 7, border = mask_size - 1, width = dimension + border, chunk = 64 };
enum { chunk_width = chunk + border, chunks_in_row = dimension / chunk, chunks = chunks_in_row * chunks_in_row };
enum { image_bytes = width * width, chunk_bytes = chunk_width * chunk_width, result_bytes = chunk * chunk };
enum { no_more = 1, one_more };

// Operations of a PE for one pixel of the mask: loads of pixel and weight, conversion, product and sum; the inner loop's
// increment, comparison and branch. Of each row of the mask: two addresses and the outer loop. Of each result pixel: bound, conversion, store, loops.
enum { integers_of_row = 5, integers_of_weight = 3, floats_of_weight = 3, loads_of_weight = 2 };
enum { integers_of_pixel = 8, floats_of_pixel = 2, stores_of_pixel = 1 };

typedef unsigned char Pixel;

// A bell by binomial coefficients: unlike the exponential function, the same with every library.
static void make_mask(float* mask) {
    static const int bell[mask_size] = {1, 6, 15, 20, 15, 6, 1};
    for (int row = 0; row < mask_size; ++row)
        for (int column = 0; column < mask_size; ++column)
            mask[row * mask_size + column] = (float)(bell[row] * bell[column]) / 4096;
}

static Pixel filtered(const Pixel* from, const float* mask) {
    float pixel = 0;
    for (int row = 0; row < mask_size; ++row)
        for (int column = 0; column < mask_size; ++column)
            pixel += (float)from[row * chunk_width + column] * mask[row * mask_size + column];
    return pixel > 255 ? 255 : (Pixel)pixel;
}
static void filter(const Pixel* from, Pixel* to, const float* mask) {
    for (int row = 0; row < chunk; ++row)
        for (int column = 0; column < chunk; ++column)
            to[row * chunk + column] = filtered(&from[row * chunk_width + column], mask);
    const unsigned long long pixels = chunk * chunk, weights = pixels * mask_size * mask_size;
    const unsigned long long rows = pixels * mask_size;
    sartor_operations(integers_of_row * rows + integers_of_weight * weights + integers_of_pixel * pixels,
                      floats_of_weight * weights + floats_of_pixel * pixels,
                      loads_of_weight * weights + stores_of_pixel * pixels);
}

// Copies of 8 bytes: a load, a store, and the loop.
static void count_copy(int bytes) {
    const unsigned long long words = (unsigned)bytes / 8;
    sartor_operations(3 * words, 0, 2 * words);
}
static void cut_chunk(const Pixel* image, int number, Pixel* out) {
    const Pixel* const corner = &image[(number / chunks_in_row * width + number % chunks_in_row) * chunk];
    for (int row = 0; row < chunk_width; ++row) memcpy(&out[row * chunk_width], &corner[row * width], chunk_width);
    count_copy(chunk_bytes);
}
static void put_chunk(const Pixel* in, int number, Pixel* image) {
    Pixel* const corner = &image[(number / chunks_in_row * width + number % chunks_in_row) * chunk];
    for (int row = 0; row < chunk; ++row) memcpy(&corner[row * width], &in[row * chunk], chunk);
    count_copy(result_bytes);
}

typedef struct {
    Pixel image[image_bytes], result[image_bytes]; // the result has no border
    Pixel piece[chunk_bytes], piece_result[result_bytes];
    float mask[mask_size * mask_size];
} Room;

static void filter_alone(Room* room) {
    for (int number = 0; number < chunks; ++number) {
        cut_chunk(room->image, number, room->piece);
        filter(room->piece, room->piece_result, room->mask);
        put_chunk(room->piece_result, number, room->result);
    }
}

static void send_order(int to, int order) {
    send_to(to, &order, sizeof order);
}
static int receive_order(int from) {
    int order = no_more;
    receive_from(from, &order, sizeof order);
    return order;
}

static void receive_result(const Hierarchy* all, Room* room, int number) {
    receive_from(all->slaves[number % all->slave_count], room->piece_result, result_bytes);
    put_chunk(room->piece_result, number, room->result);
}
// Chunks go to the slaves in turn; each has one at a time.
static void filter_by_slaves(const Hierarchy* all, Room* room) {
    for (int number = 0; number < chunks; ++number) {
        if (number >= all->slave_count) receive_result(all, room, number - all->slave_count);
        cut_chunk(room->image, number, room->piece);
        send_order(all->slaves[number % all->slave_count], one_more);
        send_to(all->slaves[number % all->slave_count], room->piece, chunk_bytes);
    }
    for (int number = chunks > all->slave_count ? chunks - all->slave_count : 0; number < chunks; ++number)
        receive_result(all, room, number);
}

static void be_slave(const Hierarchy* all) {
    Pixel* const piece = allocate(name, chunk_bytes + result_bytes);
    float mask[mask_size * mask_size];
    receive_from(all->local_master, mask, sizeof mask);
    while (receive_order(all->local_master) == one_more) {
        receive_from(all->local_master, piece, chunk_bytes);
        filter(piece, piece + chunk_bytes, mask);
        send_to(all->local_master, piece + chunk_bytes, result_bytes);
    }
    free(piece);
}

static void be_local_master(const Hierarchy* all) {
    Room* const room = allocate(name, sizeof *room);
    receive_from(0, room->mask, sizeof room->mask);
    for (int one = 0; one < all->slave_count; ++one) send_to(all->slaves[one], room->mask, sizeof room->mask);
    while (receive_order(0) == one_more) {
        receive_from(0, room->image, image_bytes);
        if (all->slave_count > 0)
            filter_by_slaves(all, room);
        else
            filter_alone(room);
        send_to(0, room->result, image_bytes);
    }
    for (int one = 0; one < all->slave_count; ++one) send_order(all->slaves[one], no_more);
    free(room);
}

// Some pictures in turn: their pixels are no part of what is measured.
static void make_image(Pixel* image, int number) {
    unsigned long long state = number_at((unsigned long long)(number % 4));
    for (int index = 0; index < image_bytes; ++index) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        image[index] = (Pixel)(state >> 56);
    }
}
static unsigned long long digest_of(unsigned long long digest, const Pixel* image) {
    for (int index = 0; index < image_bytes; ++index) digest = (digest ^ image[index]) * 0x100000001b3ULL;
    return digest;
}

static void send_image(const Hierarchy* all, Room* room, int number) {
    const int master = all->masters[number % all->clusters];
    make_image(room->image, number);
    send_order(master, one_more);
    send_to(master, room->image, image_bytes);
}

static unsigned long long result_of_all(const Hierarchy* all, Room* room, int images) {
    unsigned long long digest = 0;
    for (int one = 0; one < all->clusters; ++one) send_to(all->masters[one], room->mask, sizeof room->mask);
    for (int sent = 0; sent < images + all->clusters; ++sent) {
        if (sent >= all->clusters) {
            receive_from(all->masters[sent % all->clusters], room->result, image_bytes);
            digest = digest_of(digest, room->result);
        }
        if (sent < images) send_image(all, room, sent);
    }
    for (int one = 0; one < all->clusters; ++one) send_order(all->masters[one], no_more);
    return digest;
}
static unsigned long long result_of_one(Room* room, int images) {
    unsigned long long digest = 0;
    for (int number = 0; number < images; ++number) {
        make_image(room->image, number);
        filter_alone(room);
        digest = digest_of(digest, room->result);
    }
    return digest;
}

static int be_global_master(const Hierarchy* all, int images, int check) {
    Room* const room = allocate(name, sizeof *room);
    make_mask(room->mask);
    const unsigned long long digest = all->clusters > 0 ? result_of_all(all, room, images) : result_of_one(room, images);
    print_time(all, name);
    printf("filter_images: %d images, result %016llx\n", images, digest);
    int failed = 0;
    if (check) {
        memset(room->result, 0, image_bytes);
        failed = print_check(result_of_one(room, images) != digest);
    }
    free(room);
    return failed;
}

int main(int argc, char** argv) {
    int check;
    Hierarchy all = start_hierarchy(&argc, &argv, name, &check);
    const int images = argc > 1 ? atoi(argv[1]) : scaled(&all, 1200);
    if (images < all.clusters || images < 1)
        fail(name, "usage: filter_images [IMAGES] [--time] [--check], an image for each cluster at least");
    int failed = 0;
    if (is_global_master(&all))
        failed = be_global_master(&all, images, check);
    else if (is_local_master(&all))
        be_local_master(&all);
    else
        be_slave(&all);
    free_hierarchy(&all);
    transport_end();
    return failed;
}
