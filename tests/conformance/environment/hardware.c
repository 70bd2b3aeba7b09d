// To which hardware a rank is restricted (MPI-5.0 section 9.1.2): keys with a scheme, true or false.
// ranks: 1 2 5
// oracle: no
#include "../common/frame.h"

int main(int argc, char** argv) {
    MPI_Info info = MPI_INFO_NULL;
    int keys = 0, machine = -1, core = -1, processor = -1;
    begin(&argc, &argv);
    let_errors_return();
    CHECK_ERROR(MPI_ERR_ARG, MPI_Get_hw_resource_info(NULL));
    CHECK_ERROR(MPI_SUCCESS, MPI_Get_hw_resource_info(&info));
    MPI_Info_get_nkeys(info, &keys);
    CHECK(keys > 0);
    for (int number = 0; number < keys; ++number) {
        char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1];
        int length = sizeof value, found = 0;
        MPI_Info_get_nthkey(info, number, key);
        MPI_Info_get_string(info, key, &length, value, &found);
        CHECK(found && strstr(key, "://") != NULL);
        CHECK(strcmp(value, "true") == 0 || strcmp(value, "false") == 0);
        const int restricted = strcmp(value, "true") == 0;
        if (strcmp(key, "hwloc://Machine") == 0) machine = restricted;
        if (strcmp(key, "hwloc://Core") == 0) core = restricted;
        if (strcmp(key, "hwloc://PU") == 0) processor = restricted;
    }
    // Who has one processor has its core, too.
    CHECK(machine == 1 && core >= 0 && processor >= 0 && core >= processor);
    CHECK_ERROR(MPI_SUCCESS, MPI_Info_free(&info));
    return finish("restrictions to hardware");
}
