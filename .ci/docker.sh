# A Docker engine of our own, in a folder of its own, and a Redis image made from Debian trixie's package (trixie.sh): no
# registry is needed. Sourced by run.

DOCKER_FOLDER=
DOCKER_SOCKET=
DOCKERD=
BRIDGE=/sys/class/net/docker0
DOCKER_BRIDGE_IS_OURS=

# The program of the package just installed, which speaks the version of its engine.
docker() {
    local program=/usr/bin/docker
    [ -x "$program" ] || program=docker
    command "$program" --host "$DOCKER_SOCKET" "$@"
}

docker_start() {
    DOCKER_FOLDER=$(mktemp -d /tmp/ci-docker.XXXXXX)
    DOCKER_SOCKET=unix://$DOCKER_FOLDER/docker.sock
    [ -e "$BRIDGE" ] || DOCKER_BRIDGE_IS_OURS=yes
    # Ports are published by the engine's own proxy: no packet filter is touched, and none is needed.
    dockerd --host "$DOCKER_SOCKET" --data-root "$DOCKER_FOLDER/data" --exec-root "$DOCKER_FOLDER/exec" \
        --pidfile "$DOCKER_FOLDER/docker.pid" --iptables=false --ip6tables=false --ip-forward=false --ip-masq=false \
        --userland-proxy=true >"$LOGS/dockerd.log" 2>&1 &
    DOCKERD=$!
    local tries=0
    until docker version >/dev/null 2>&1; do
        tries=$((tries + 1))
        if [ "$tries" -gt 300 ] || ! kill -0 "$DOCKERD" 2>/dev/null; then
            tail -n 40 "$LOGS/dockerd.log" >&2
            fail "the Docker engine does not start; its log is $LOGS/dockerd.log"
        fi
        sleep 0.1
    done
    docker info --format 'Docker engine {{.ServerVersion}}, storage {{.Driver}}' 2>/dev/null
}

docker_make_image() {
    local root=$DOCKER_FOLDER/root file
    for file in $(redis_files); do
        install -D "$TRIXIE/root$file" "$root$file"
    done
    mkdir -p "$root/tmp" "$root/data"
    tar -C "$root" -c . | docker import --change 'CMD ["/usr/bin/redis-server"]' --change 'WORKDIR /data' \
        --change 'ENV PATH=/usr/bin' - redis:8 >/dev/null
    # The harness takes redis:7 unless told otherwise; Testcontainers wants the other one to be there. Neither is looked into.
    docker tag redis:8 redis:7
    docker tag redis:8 alpine:3.17
    docker images --format 'image {{.Repository}}:{{.Tag}} {{.Size}}'
}

# The server, and the libraries and the loader that it names.
redis_files() {
    printf '/usr/bin/redis-server\n'
    chroot "$TRIXIE/root" ldd /usr/bin/redis-server | grep -oE '/[^ ]+'
}

docker_stop() {
    [ -n "$DOCKER_FOLDER" ] || return 0
    if [ -n "$DOCKERD" ] && kill -0 "$DOCKERD" 2>/dev/null; then
        docker ps -q 2>/dev/null | while read -r container; do docker rm -f "$container" >/dev/null 2>&1 || true; done
        kill "$DOCKERD" 2>/dev/null || true
        wait "$DOCKERD" 2>/dev/null || true
    fi
    DOCKERD=
    [ -z "$DOCKER_BRIDGE_IS_OURS" ] || ip link delete docker0 2>/dev/null || true
    rm -rf "$DOCKER_FOLDER" 2>/dev/null || true
    DOCKER_FOLDER=
}
