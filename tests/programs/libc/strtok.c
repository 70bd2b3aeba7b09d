// strtok belongs to a rank: each cuts its own text while the ranks alternate.
// reference: yes
#include "../common/behaviour.h"

void behave(int rank, int size) {
    char text[200] = "";
    (void)size;
    for (int word = 0; word <= 5 + rank % 4; ++word)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%sword%d.%d", word % 2 ? ", " : ";;", rank,
                 word);
    char* token = strtok(text, ",; ");
    for (int step = 0; step < 12; ++step) {
        if (token != NULL) {
            printf("%d: %s\n", rank, token);
            token = strtok(NULL, ",; ");
        }
        meet();
    }
}
