// Friendly Numbers of CAP Bench as LWMPI, sections 6.1 and 7.2.1, has it: which numbers of a range have the same abundance,
// the ratio of the sum of their divisors to themselves. The global master distributes equal ranges to local masters, these to
// themselves and their slaves; the results come back the same way, and the global master compares all pairs.
//
// Usage: friendly_numbers [FIRST [COUNT]] [--time] [--check]   (default: 1000001, 1536 for each cluster)
//
// Time on an emulated chip is that of LWMPI's program (https://github.com/nanvix/benchmarks), whose operations are counted
// here while the same results are found in a quicker way: it tries each number up to half of n as a divisor of n, dividing by
// repeated subtraction (the PEs have no instruction that divides integers), and compares each pair of numbers.
#include "hierarchy.h"

static const char name[] = "friendly_numbers";

// Integer operations of a PE. Of each subtraction: a comparison, a branch, the subtraction, the quotient's increment.
// Of each division besides: call and return, argument, result's comparison and branch, the loop's increment,
// comparison and branch. Of each pair: comparison and branch, the loop's three, and two loads.
enum { of_subtraction = 4, of_division = 8, of_pair = 5, loads_of_pair = 2 };

typedef struct {
    int number;
    int sum, divisor; // abundance, without a common divisor
} Item;

static int common_divisor(int one, int other) {
    while (other != 0) {
        const int rest = one % other;
        one = other;
        other = rest;
    }
    return one;
}

// Divisors come in pairs. With all quotients n/d for d up to the root, twice their sum less the root's square is the
// sum of all n/d: so many subtractions there are, less those of divisors that the PE does not try (1, and above n/2).
static void find_abundance(Item* item) {
    const long long number = item->number;
    long long sum = 0, quotients = 0, divisor = 1;
    for (; divisor * divisor <= number; ++divisor) {
        quotients += number / divisor;
        if (number % divisor != 0) continue;
        sum += divisor + (divisor != number / divisor ? number / divisor : 0);
    }
    const long long root = divisor - 1, tried = number / 2 > 1 ? number / 2 - 1 : 0;
    const long long subtractions = 2 * quotients - root * root - number - (number - number / 2);
    sartor_operations((unsigned long long)(of_subtraction * (subtractions > 0 ? subtractions : 0) + of_division * tried), 0,
                      0);
    const int common = common_divisor((int)sum, item->number);
    item->sum = (int)sum / common;
    item->divisor = item->number / common;
}

static void find_abundances(Item* items, int count) {
    for (int index = 0; index < count; ++index) find_abundance(&items[index]);
}

static int compare(const void* left, const void* right) {
    const Item *one = left, *other = right;
    if (one->sum != other->sum) return one->sum < other->sum ? -1 : 1;
    return one->divisor < other->divisor ? -1 : one->divisor > other->divisor;
}
// Equal ones are neighbours when sorted.
static long long count_friends(Item* items, int count) {
    long long pairs = 0;
    qsort(items, (size_t)count, sizeof *items, compare);
    for (int first = 0, next = 0; first < count; first = next) {
        while (next < count && compare(&items[first], &items[next]) == 0) ++next;
        pairs += (long long)(next - first) * (next - first - 1) / 2;
    }
    const unsigned long long compared = (unsigned long long)count * (unsigned long long)(count - 1) / 2;
    sartor_operations(of_pair * compared, 0, loads_of_pair * compared);
    return pairs;
}

static void send_items(int rank, const Item* items, int count) {
    send_to(rank, &count, sizeof count);
    if (count > 0) send_to(rank, items, sizeof *items * (size_t)count);
}
static void receive_items(int rank, Item* items, int count) {
    if (count > 0) receive_from(rank, items, sizeof *items * (size_t)count);
}
static int receive_count(int rank) {
    int count = 0;
    receive_from(rank, &count, sizeof count);
    return count;
}

static void be_slave(const Hierarchy* all) {
    const int count = receive_count(all->local_master);
    Item* const items = allocate(name, sizeof *items * (size_t)count);
    receive_items(all->local_master, items, count);
    find_abundances(items, count);
    if (count > 0) send_to(all->local_master, items, sizeof *items * (size_t)count);
    free(items);
}

static void be_local_master(const Hierarchy* all) {
    const int count = receive_count(0), workers = all->slave_count + 1;
    Item* const items = allocate(name, sizeof *items * (size_t)count);
    receive_items(0, items, count);
    for (int one = 1; one < workers; ++one) {
        const Part part = part_of(count, one, workers);
        send_items(all->slaves[one - 1], &items[part.first], part.count);
    }
    find_abundances(items, part_of(count, 0, workers).count);
    for (int one = 1; one < workers; ++one) {
        const Part part = part_of(count, one, workers);
        receive_items(all->slaves[one - 1], &items[part.first], part.count);
    }
    if (count > 0) send_to(0, items, sizeof *items * (size_t)count);
    free(items);
}

static void distribute(const Hierarchy* all, Item* items, int count) {
    for (int one = 0; one < all->clusters; ++one) {
        const Part part = part_of(count, one, all->clusters);
        send_items(all->masters[one], &items[part.first], part.count);
    }
    for (int one = 0; one < all->clusters; ++one) {
        const Part part = part_of(count, one, all->clusters);
        receive_items(all->masters[one], &items[part.first], part.count);
    }
    if (all->clusters == 0) find_abundances(items, count);
}

static void number_items(Item* items, int first, int count) {
    for (int index = 0; index < count; ++index) items[index] = (Item){first + index, 0, 0};
}

static int be_global_master(const Hierarchy* all, int first, int count, int check) {
    Item* const items = allocate(name, sizeof *items * (size_t)count);
    number_items(items, first, count);
    distribute(all, items, count);
    const long long pairs = count_friends(items, count);
    print_time(all, name);
    printf("friendly_numbers: %lld pairs of friends among %d numbers from %d on\n", pairs, count, first);
    int failed = 0;
    if (check) {
        number_items(items, first, count);
        find_abundances(items, count);
        failed = print_check(count_friends(items, count) != pairs);
    }
    free(items);
    return failed;
}

int main(int argc, char** argv) {
    int check;
    Hierarchy all = start_hierarchy(&argc, &argv, name, &check);
    const int first = argc > 1 ? atoi(argv[1]) : 1000001;
    const int count = argc > 2 ? atoi(argv[2]) : scaled(&all, 1536);
    if (first < 1 || count < 1 || first > 100000000 - count)
        fail(name, "usage: friendly_numbers [FIRST [COUNT]] [--time] [--check], numbers from 1 to 100000000");
    int failed = 0;
    if (is_global_master(&all))
        failed = be_global_master(&all, first, count, check);
    else if (is_local_master(&all))
        be_local_master(&all);
    else
        be_slave(&all);
    free_hierarchy(&all);
    transport_end();
    return failed;
}
