# Starts and ends processes. Sourced by scripts/storm-dev.

# The processes of this cluster: daemons and workers name its home, Redis and Kafka live in their folders. All are looked
# at by a few commands, since down asks often.
our_pids() {
    local pid
    {
        grep -lszxF -e "-Dstorm.home=$home" /proc/[0-9]*/cmdline || true
        grep -lszF -e "$home/local/workers" /proc/[0-9]*/cmdline || true
        for pid in /proc/[0-9]*; do
            if [ "$pid/cwd" -ef "$dev/redis" ] || [ "$pid/cwd" -ef "$dev/kafka" ]; then
                echo "$pid"
            fi
        done
    } | cut -d/ -f3 | sort -nu
}

start_daemon() {
    local daemon=$1 heap=$2 class=$3
    become_in_network setsid "$java" -server -Ddaemon.name="$daemon" -Dstorm.home="$home" -Dstorm.log.dir="$home/logs" \
        -Dstorm.conf.file= -Dstorm.options= "$heap" -XX:+UseSerialGC -XX:-UsePerfData \
        -Djava.deserialization.disabled=true -Dlogfile.name="$daemon.log" \
        -Dlog4j.configurationFile="$home/log4j2/cluster.xml" \
        -cp "$home/lib/*:$home/extlib/*:$home/extlib-daemon/*:$home/conf" "$class" \
        >"$home/logs/$daemon.out" 2>&1 </dev/null &
}

start_redis() {
    local binary
    mkdir -p "$dev/redis"
    binary=$(client redis-binary "$dev/redis-binary")
    "$binary" --version >/dev/null 2>&1 || binary=$(command -v redis-server) ||
        fail "the embedded redis-server does not run here, and there is none on the path: install redis-server"
    # From its own folder, by which it is known again.
    (cd "$dev/redis" && become_in_network setsid "$binary" --bind 127.0.0.1 --port "$redis_port" --dir "$dev/redis" \
        --save '' --appendonly no --maxmemory-policy noeviction >"$home/logs/redis.log" 2>&1 </dev/null &)
    await_port Redis "$redis_port" 10
}

up() {
    local slots=4 redis=
    while [ $# -gt 0 ]; do
        case $1 in
        --workers) slots=${2:-} && shift ;;
        --redis) redis=${2:-} && shift ;;
        *) wrong "up does not know '$1'" ;;
        esac
        shift || wrong "an option has no value"
    done
    [[ $slots =~ ^[1-9][0-9]?$ ]] || wrong "--workers is '$slots', not a number from 1 to 99"
    [ -z "$redis" ] || [[ $redis =~ ^rediss?:// ]] || wrong "--redis is '$redis', not a URI like redis://127.0.0.1:6379"
    find_java
    if [ -f "$settings" ] && answers; then
        echo "it is up already"
        tell
        return
    fi
    # Whatever a crash has left.
    [ -z "$(our_pids)" ] || end_all
    build_all
    network=host
    if [ -z "$redis" ] && [ "$(id -u)" -eq 0 ]; then
        network=namespace
        make_namespace
    fi
    refuse_taken_ports "ZooKeeper:$zookeeper_port" "Nimbus:$nimbus_port" "the Supervisor:$supervisor_port" \
        "a worker:$first_slot"
    start "$slots" "$redis"
}

start() {
    rm -rf "$home"/{local,logs,zookeeper,metrics} "$dev"/{redis,kafka}
    mkdir -p "$home/logs" "$home/metrics"
    configure "$1"
    uri=$2
    if [ -z "$uri" ]; then
        refuse_taken_ports "Redis:$redis_port"
        uri=redis://127.0.0.1:$redis_port
        start_redis
    fi
    printf 'network=%s\nuri=%s\nslots=%s\n' "$network" "$uri" "$1" >"$settings"
    trap 'end_all' ERR EXIT
    start_daemon zookeeper -Xmx128m org.apache.storm.command.DevZookeeper
    await_port ZooKeeper "$zookeeper_port" 30
    start_daemon nimbus -Xmx256m org.apache.storm.daemon.nimbus.Nimbus
    await_port Nimbus "$nimbus_port" 60
    start_daemon supervisor -Xmx128m org.apache.storm.daemon.supervisor.Supervisor
    await_port "the Supervisor" "$supervisor_port" 60
    trap - ERR EXIT
    tell
}

answers() {
    read_settings
    listens "$zookeeper_port" && listens "$nimbus_port" && listens "$supervisor_port"
}

read_settings() {
    [ -f "$settings" ] || fail "it is not up: scripts/storm-dev up"
    network=$(sed -n 's/^network=//p' "$settings")
    uri=$(sed -n 's/^uri=//p' "$settings")
    slots=$(sed -n 's/^slots=//p' "$settings")
    if [ "$network" = namespace ] && [ ! -e "/run/netns/$namespace" ]; then
        network=host
    fi
}

tell() {
    read_settings
    local where="on all addresses of this machine"
    [ "$network" = host ] || where="in the network namespace $namespace: ip netns exec $namespace ..."
    printf '%-12s port %s\n' ZooKeeper "$zookeeper_port" Nimbus "$nimbus_port" Supervisor "$supervisor_port" \
        workers "$first_slot to $((first_slot + slots - 1))"
    # A URI may hold a password.
    printf '%-12s %s\n' Redis "$(sed 's|//[^@/]*@|//***@|' <<<"$uri")" listening "$where" logs "$home/logs"
}

# Ends the processes: the first two signals ask them to, each for 4 s, the last does not. It tells what it waits for.
end_all() {
    local pid pids signal
    for signal in TERM TERM KILL; do
        pids=$(our_pids)
        [ -n "$pids" ] || break
        echo "still running: $(wc -w <<<"$pids"); sending SIG$signal ..."
        for pid in $pids; do
            kill -CONT "$pid" 2>/dev/null || true
            kill "-$signal" "$pid" 2>/dev/null || true
        done
        local begin=$SECONDS
        while [ $((SECONDS - begin)) -lt 4 ] && [ -n "$(our_pids)" ]; do
            sleep 0.1
        done
    done
    remove_namespace
    rm -f "$settings"
    [ -z "$(our_pids)" ] || fail "some processes do not end: $(our_pids | tr '\n' ' ')"
}

down() {
    end_all
    echo "nothing is left running"
}
