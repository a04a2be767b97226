# What is asked of a running cluster. Sourced by scripts/storm-dev.

client() {
    "$java" -XX:-UsePerfData -Dstorm.home="$home" -Dstorm.conf.file= -Dstorm.options= \
        -Dlog4j2.configurationFile="$root/cluster/storm/log4j2/client.xml" \
        -cp "$root/cluster/target/classes:$home/conf:$(cat "$root/cluster/target/class-path")" \
        io.github.stormlock.cluster.ClusterMain "$@"
}

ready() {
    find_java
    read_settings
    listens "$nimbus_port" || fail "Nimbus does not answer: scripts/storm-dev up"
}

ask() {
    ready
    in_namespace_client "$@"
}

in_namespace_client() {
    if [ "$network" = namespace ]; then
        # A function cannot be run by another program.
        ip netns exec "$namespace" "$java" -XX:-UsePerfData -Dstorm.conf.file= -Dstorm.options= \
            -Dlog4j2.configurationFile="$root/cluster/storm/log4j2/client.xml" \
            -cp "$root/cluster/target/classes:$home/conf:$(cat "$root/cluster/target/class-path")" \
            io.github.stormlock.cluster.ClusterMain "$@"
    else
        client "$@"
    fi
}

stats() {
    ready
    in_namespace_client stats --redis "$uri" --metrics "$home/metrics"
}

submit() {
    [ $# -ge 1 ] || wrong "submit takes a TOPOLOGY"
    local topology=$1 options=() arguments=() class
    shift
    while [ $# -gt 0 ]; do
        case $1 in
        --workers)
            [[ ${2:-} =~ ^[1-9][0-9]?$ ]] || wrong "--workers is '${2:-}', not a number from 1 to 99"
            options+=("topology.workers=$2")
            shift
            ;;
        -c)
            [[ ${2:-} == *=* ]] || wrong "-c takes KEY=VALUE"
            options+=("$2")
            shift
            ;;
        --follow) options+=("access.log.follow=true") ;;
        *) arguments+=("$1") ;;
        esac
        shift
    done
    case $topology in
    access-log) class=io.github.stormlock.topologies.accesslog.AccessLogTopology ;;
    flash-sale) class=io.github.stormlock.topologies.flashsale.FlashSaleTopology ;;
    *.*) class=$topology ;;
    *) wrong "there is no topology '$topology': access-log, flash-sale, or a main class in $jar" ;;
    esac
    ready
    # The cluster's Redis comes last among the options, unless one is named.
    [[ " ${options[*]:-} " == *" storm.lock.redis.uri="* ]] || options+=("storm.lock.redis.uri=$uri")
    run_storm_jar "$class"
}

run_storm_jar() {
    local class=$1 option encoded='' shown="storm jar"
    for option in "${options[@]}"; do
        encoded+="${encoded:+,}$(url_encoded "$option")"
        shown+=" -c $(printf %q "$option")"
    done
    shown+=" $(printf %q "$jar") $class"
    [ "${#arguments[@]}" -eq 0 ] || shown+=$(printf ' %q' "${arguments[@]}")
    echo "\$ $shown"
    in_network "$java" -client -XX:-UsePerfData -Ddaemon.name= "-Dstorm.options=$encoded" -Dstorm.home="$home" \
        -Dstorm.log.dir="$home/logs" -Dstorm.conf.file= \
        -Dlog4j2.configurationFile="$root/cluster/storm/log4j2/client.xml" \
        -cp "$home/lib-worker/*:$home/extlib/*:$jar:$home/conf:$home/bin" \
        -Dstorm.jar="$jar" -Dstorm.dependency.jars= -Dstorm.dependency.artifacts='{}' \
        "$class" ${arguments[@]+"${arguments[@]}"}
}

# As the storm command encodes each -c.
url_encoded() {
    local text=$1 i c
    for ((i = 0; i < ${#text}; i++)); do
        c=${text:i:1}
        case $c in
        [a-zA-Z0-9._~-]) printf %s "$c" ;;
        *) printf '%s' "$c" | od -An -tx1 | tr -d ' \n' | sed 's/../%\U&/g' ;;
        esac
    done
}

# Only Storm's own name of a topology is in its workers' command lines: name, number, time.
worker_pids() {
    ready
    local pid arguments
    for pid in $(our_pids); do
        arguments=$(cat "/proc/$pid/cmdline" 2>/dev/null | tr '\0' '\n') || continue
        if grep -qx org.apache.storm.daemon.worker.Worker <<<"$arguments" &&
            ! grep -qx org.apache.storm.LogWriter <<<"$arguments" &&
            grep -qE "^$1-[0-9]+-[0-9]+$" <<<"$arguments"; then
            echo "$pid"
        fi
    done
}

logs() {
    local found=
    for file in "$home"/logs/workers/"$1"-[0-9]*/*/worker.log*; do
        if [ -s "$file" ]; then
            found=yes
            echo "==== $file"
            cat "$file"
        fi
    done
    [ -n "$found" ] || fail "no worker of a topology '$1' has logged anything"
}
