// Where a rank's copy of the program starts: the program's main under a name that is visible whatever the
// program was compiled with (-fvisibility=hidden).
extern "C" int sartor_program_main(int argc, char** argv, char** environment) asm("main");

extern "C" int sartor_image_start(int argc, char** argv, char** environment) {
    return sartor_program_main(argc, argv, environment);
}
