# Redis 8.0 and Valkey 8.1 from Debian 13 (trixie), in a folder of their own: this machine's Debian may be older. Sourced by run
# and full.

TRIXIE=

trixie_make() {
    install_packages debootstrap
    TRIXIE=$(mktemp -d /tmp/ci-trixie.XXXXXX)
    logged debootstrap debootstrap --variant=minbase --include=redis-server,valkey-server trixie "$TRIXIE/root" "$(trixie_mirror)"
    trixie_wrap redis 8.0
    trixie_wrap valkey 8.1
}

# Where this machine's own Debian comes from, without its security updates and the sources of others.
trixie_mirror() {
    apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Component: main' 'Origin: Debian' 'Label: Debian' 2>/dev/null |
        sed -n '/^https\?:/p' | sed -n 1p
}

# trixie_wrap NAME VERSION: makes a folder NAME with a program redis-server, which the harness finds on the path. It runs by
# the loader and the libraries of trixie.
trixie_wrap() {
    local folder=$TRIXIE/$1 lib said
    lib=$(basename "$(dirname "$(find "$TRIXIE/root/usr/lib" -name 'libc.so.6' | sed -n 1p)")")
    mkdir -p "$folder"
    cat >"$folder/redis-server" <<SCRIPT
#!/bin/sh
exec $(find "$TRIXIE/root/usr/lib/$lib" -name 'ld-linux*' | sed -n 1p) --library-path $TRIXIE/root/usr/lib/$lib $TRIXIE/root/usr/bin/$1-server "\$@"
SCRIPT
    chmod +x "$folder/redis-server"
    said=$("$folder/redis-server" --version)
    grep -qF "v=$2." <<<"$said" || fail "the $1 of Debian trixie says '$said', and not that it is $2"
    printf '%s: %s\n' "$1" "$said"
}

# on_server NAME MODES: the contract suite on one of these servers, for modes with commas between them.
on_server() {
    printf 'Server: %s\n' "$("$TRIXIE/$1/redis-server" --version)"
    PATH=$TRIXIE/$1:$PATH maven "$1" test -pl storm-lock-test,storm-lock,insight -Pchosen-tests -Dgroups='contract | modes' -Dmodel.skip=true \
        -Dsurefire.reportNameSuffix="$1" -Dsurefire.failIfNoSpecifiedTests=false \
        -Dstorm.lock.test.redis.kind=system -Dstorm.lock.test.modes="$2"
}

trixie_remove() {
    [ -z "$TRIXIE" ] || rm -rf --one-file-system "$TRIXIE" 2>/dev/null || true
    TRIXIE=
}
