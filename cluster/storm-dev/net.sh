# Which network the cluster lives in. Sourced by scripts/storm-dev.

zookeeper_port=12181
nimbus_port=16627
supervisor_port=16628
# Of four digits, so that 1%ID% is a port, too: see docs/guide/monitoring.md. Storm's own begin with 6700.
first_slot=6710
redis_port=16379

# One for each copy of the project.
namespace=storm-lock-$(printf %s "$root" | cksum | cut -d' ' -f1)

# Runs a command where the cluster is, or will be: network is 'namespace' or 'host'.
in_network() {
    if [ "$network" = namespace ]; then
        ip netns exec "$namespace" "$@"
    else
        "$@"
    fi
}

# The same in place of this shell, for what goes on in the background. It takes no descriptor along: a lock or a pipe that
# the caller has by one would stay open for as long as a daemon lives.
become_in_network() {
    local descriptor
    for descriptor in /proc/"$BASHPID"/fd/*; do
        descriptor=${descriptor##*/}
        [ "$descriptor" -le 2 ] || exec {descriptor}>&-
    done
    if [ "$network" = namespace ]; then
        exec ip netns exec "$namespace" "$@"
    fi
    exec "$@"
}

make_namespace() {
    command -v ip >/dev/null || fail "there is no ip on the path: install iproute2 (Debian and Ubuntu: apt-get install iproute2)"
    remove_namespace
    ip netns add "$namespace" || fail "a network namespace cannot be made here; give a Redis by --redis, and all runs in the host's network"
    ip netns exec "$namespace" ip link set lo up
}

remove_namespace() {
    if [ "$(id -u)" -eq 0 ] && command -v ip >/dev/null && [ -e "/run/netns/$namespace" ]; then
        ip netns del "$namespace"
    fi
}

listens() {
    in_network bash -c "exec 3<>/dev/tcp/127.0.0.1/$1" 2>/dev/null
}

refuse_taken_ports() {
    local needed port
    for needed in "$@"; do
        port=${needed#*:}
        if listens "$port"; then
            fail "port $port, which ${needed%:*} needs, is taken: end what listens there, or run as root and without --redis, which has a network of its own"
        fi
    done
}

# await_port NAME PORT SECONDS
await_port() {
    local begin=$SECONDS
    until listens "$2"; do
        [ $((SECONDS - begin)) -lt "$3" ] || fail "$1 does not listen on port $2 after $3 s; see $home/logs"
        sleep 0.1
    done
}
