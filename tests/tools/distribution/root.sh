# A fresh root of a release of Debian, which debootstrap makes from where this system has its packages: for scripts
# that have set `packages`, `release` and `needed`, packages to install. They run as root.
[ "$(id -u)" = 0 ] || { echo "$0: only root can make a root" >&2; exit 2; }
command -v debootstrap >/dev/null || apt-get install -y -qq debootstrap >/dev/null

work=$(mktemp -d)
root=$work/root
trap 'umount "$root/proc" 2>/dev/null; rm -rf --one-file-system "$work"' EXIT

fail() {
    echo "FAILED: $*"
    exit 1
}
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
as_user() { chroot --userspec=1000:1000 "$root" env -i PATH="${user_path:-}/usr/bin:/bin" HOME=/home/user "$@"; }
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "$*"; }; }

. /etc/os-release
mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $VERSION_CODENAME" | head -1)
[ -n "$mirror" ] || mirror=$(apt-get indextargets --format '$(REPO_URI)' | head -1)
quietly debootstrap --variant=minbase --include=ca-certificates "$release" "$root" "$mirror"
mount -t proc proc "$root/proc"
cp -rL /etc/apt/apt.conf.d "$root/etc/apt/"
if [ "$release" = "$VERSION_CODENAME" ]; then
    # A system may have only some of these. Without any of them the following commands fail.
    cp -rL /etc/apt/sources.list* "$root/etc/apt/" 2>/dev/null || true
fi
quietly inside apt-get update
quietly inside apt-get install -y --no-install-recommends $needed
quietly inside useradd -m -u 1000 user
cp -r "$here/use" "$root/home/user/use"
chown -R 1000:1000 "$root/home/user"
