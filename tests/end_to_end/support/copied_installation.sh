# copy_installation SARTOR PREFIX FOLDER...: an installation of which the sources in these folders may be changed.
copy_installation() {
    installed=$(cd "$(dirname "$1")/.." && pwd)
    rm -rf "$2"
    mkdir -p "$2/bin" "$2/lib/sartor/ld" "$2/lib/sartor/source/"
    cp "$1" "$2/bin/sartor"
    ln -s "$installed/include" "$2/include"
    for part in "$installed"/lib/sartor/*; do
        case $part in */source | */ld) ;; *) ln -s "$part" "$2/lib/sartor/" ;; esac
    done
    for name in "$installed"/lib/sartor/ld/*; do ln -s ../../../bin/sartor "$2/lib/sartor/ld/$(basename "$name")"; done
    for folder in framework runtime transports emulation components aspects topologies selection mpi_api; do
        case " $* " in
        *" $folder "*) cp -r "$installed/lib/sartor/source/$folder" "$2/lib/sartor/source/" ;;
        *) ln -s "$installed/lib/sartor/source/$folder" "$2/lib/sartor/source/" ;;
        esac
    done
}
