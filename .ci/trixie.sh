# Redis 8.0 and Valkey 8.1 from Debian 13 (trixie), Valkey 9 from the Debian after it, in a folder of their own: this machine's
# Debian may be older. Sourced by run and full.

TRIXIE=

trixie_make() {
    install_packages debootstrap
    TRIXIE=$(mktemp -d /tmp/ci-trixie.XXXXXX)
    logged debootstrap debootstrap --variant=minbase --include=redis-server,valkey-server trixie "$TRIXIE/root" "$(trixie_mirror)"
    trixie_wrap root redis redis 8.0
    trixie_wrap root valkey valkey 8.1
}

# Its debootstrap may be too old to know the suite by name: the script is that of all suites of today.
valkey9_make() {
    logged debootstrap-forky debootstrap --variant=minbase --include=valkey-server forky "$TRIXIE/forky" "$(trixie_mirror)" \
        /usr/share/debootstrap/scripts/sid
    trixie_wrap forky valkey9 valkey 9
}

# Where this machine's own Debian comes from, without its security updates and the sources of others.
trixie_mirror() {
    apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Component: main' 'Origin: Debian' 'Label: Debian' 2>/dev/null |
        sed -n '/^https\?:/p' | sed -n 1p
}

# trixie_wrap ROOT NAME PROGRAM VERSION: makes a folder NAME with a program redis-server, which the harness finds on the path. It
# runs by the loader and the libraries of that root.
trixie_wrap() {
    local root=$TRIXIE/$1 folder=$TRIXIE/$2 lib said
    lib=$(basename "$(dirname "$(find "$root/usr/lib" -name 'libc.so.6' | sed -n 1p)")")
    mkdir -p "$folder"
    cat >"$folder/redis-server" <<SCRIPT
#!/bin/sh
exec $(find "$root/usr/lib/$lib" -name 'ld-linux*' | sed -n 1p) --library-path $root/usr/lib/$lib $root/usr/bin/$3-server "\$@"
SCRIPT
    chmod +x "$folder/redis-server"
    said=$("$folder/redis-server" --version)
    grep -qF "v=$4." <<<"$said" || fail "the $3 of Debian says '$said', and not that it is $4"
    printf '%s: %s\n' "$2" "$said"
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
