// A list whose nodes lie at all ranks, in memory attached to a dynamic window (MPI-5.0 sections 12.2.4 and 12.8).
// ranks: 1 2 3 5 8 16
#include "../common/windows.h"

#include <stddef.h>

typedef struct {
    int owner, number;
    int next_rank; // nobody: the last one
    MPI_Aint next; // set after next_rank
} Node;

typedef struct {
    int rank;
    MPI_Aint address;
} Place;

// Nodes of a rank: some are attached each by itself, the others together.
enum { single = 6, together = 6, nodes = single + together, nobody = -1 };

static MPI_Win win;
static Node *singles[single], *block;

static MPI_Aint field(Place node, size_t offset) {
    return MPI_Aint_add(node.address, (MPI_Aint)offset);
}

static Place at(int owner, Node* node) {
    Place place = {owner, 0};
    MPI_Get_address(node, &place.address);
    return place;
}

static Node* attached(int count) {
    Node* memory = NULL;
    MPI_Alloc_mem(count * (MPI_Aint)sizeof *memory, MPI_INFO_NULL, &memory);
    for (int index = 0; index < count; ++index) memory[index] = (Node){rank, 0, nobody, 0};
    MPI_Win_attach(win, memory, count * (MPI_Aint)sizeof *memory);
    return memory;
}

static void detach(Node* memory) {
    MPI_Win_detach(win, memory);
    MPI_Free_mem(memory);
}

// Where the node is the last one of the list: hangs the other one on it. Otherwise gives the one behind.
static int hang_on(Place node, Place other, Place* behind) {
    int found;
    MPI_Compare_and_swap(&other.rank, &(int){nobody}, &found, MPI_INT, node.rank,
                         field(node, offsetof(Node, next_rank)), win);
    MPI_Win_flush(node.rank, win);
    *behind = (Place){found, 0};
    if (found == nobody) {
        MPI_Accumulate(&other.address, 1, MPI_AINT, node.rank, field(node, offsetof(Node, next)), 1, MPI_AINT,
                       MPI_REPLACE, win);
        MPI_Win_flush(node.rank, win);
        return 1;
    }
    while (behind->address == 0) {
        MPI_Fetch_and_op(NULL, &behind->address, MPI_AINT, node.rank, field(node, offsetof(Node, next)), MPI_NO_OP,
                         win);
        MPI_Win_flush(node.rank, win);
    }
    return 0;
}

static Place append(Place from, Place node) {
    Place behind;
    while (!hang_on(from, node, &behind)) from = behind;
    return node;
}

static Node* new_node(int number) {
    Node* node = &block[number - single];
    if (number < single) {
        singles[number] = attached(1);
        node = singles[number];
    }
    node->number = number;
    return node;
}

// Each rank's nodes are there in the order in which it appended them.
static void walk(Place node) {
    int* seen = calloc((unsigned)size, sizeof *seen);
    for (int is_head = 1; node.rank != nobody; is_head = 0) {
        Node copy;
        MPI_Get(&copy, sizeof copy, MPI_BYTE, node.rank, node.address, sizeof copy, MPI_BYTE, win);
        MPI_Win_flush(node.rank, win);
        if (!is_head) CHECK(copy.owner == node.rank && copy.number == seen[copy.owner]++);
        node = (Place){copy.next_rank, copy.next};
    }
    for (int one = 0; one < size; ++one) CHECK(seen[one] == nodes);
    free(seen);
}

// Displacements are addresses, which are added to and subtracted by these functions alone.
static void addresses(void) {
    const Place first = at(rank, block);
    for (int index = 0; index < together; ++index) {
        const Place node = at(rank, &block[index]);
        CHECK(MPI_Aint_diff(node.address, first.address) == index * (MPI_Aint)sizeof(Node));
        CHECK(MPI_Aint_add(first.address, index * (MPI_Aint)sizeof(Node)) == node.address);
    }
}

int main(int argc, char** argv) {
    Node* head_node = NULL;
    Place head = {0, 0}, last;
    begin(&argc, &argv);
#ifdef OPEN_MPI // differences.md
    if (size == 1) return end_of_windows("linked_list");
#endif
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 0) {
        head_node = attached(1);
        head = at(0, head_node);
    }
    block = attached(together);
    addresses();
    MPI_Bcast(&head.address, 1, MPI_AINT, 0, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    last = head;
    for (int number = 0; number < nodes; ++number) {
        Node* const node = new_node(number);
        MPI_Win_sync(win);
        last = append(last, at(rank, node));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == size - 1 || rank == size / 2) walk(head);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    for (int number = 0; number < single; ++number) detach(singles[number]);
    detach(block);
    if (rank == 0) detach(head_node);
    MPI_Win_free(&win);
    return end_of_windows("linked_list");
}
