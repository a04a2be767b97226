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

# Looks at the locks from where the cluster is, in its Redis unless another is named.
locks() {
    read_settings
    local servers=(--redis "$uri")
    if [[ " $* " =~ \ --(redis|sentinels|cluster|conf)[\ =] ]]; then
        servers=()
    fi
    in_network "$root/scripts/locks" ${servers[@]+"${servers[@]}"} "$@"
}

# Takes an option of submit from the front of the arguments; taken is the number of its words, 0 if there is none.
take_option() {
    taken=0
    case $1 in
    --workers)
        [[ ${2:-} =~ ^[1-9][0-9]?$ ]] || wrong "--workers is '${2:-}', not a number from 1 to 99"
        options+=("topology.workers=$2")
        taken=2
        ;;
    -c)
        [[ ${2:-} == *=* ]] || wrong "-c takes KEY=VALUE"
        options+=("$2")
        taken=2
        ;;
    esac
}

submit() {
    local options=() arguments=() file='' flux='' class taken
    while [ $# -gt 0 ]; do
        take_option "$@"
        case $taken:$1 in
        0:--jar | 0:--flux)
            [ -f "${2:-}" ] || wrong "$1 takes a FILE, and there is no '${2:-}'"
            if [ "$1" = --jar ]; then file=$2; else flux=$2; fi
            taken=2
            ;;
        0:*) break ;;
        esac
        shift "$taken"
    done
    if [ -n "$flux" ]; then
        # The file comes last, as Flux's usage has it.
        class=org.apache.storm.flux.Flux
        arguments=("$@" "$flux")
    elif [ -n "$file" ]; then
        [ $# -ge 1 ] || wrong "--jar takes FILE and CLASS, and after them what the class gets"
        class=$1
        arguments=("${@:2}")
    else
        sample "$@"
    fi
    ready
    # The cluster's Redis comes last among the options, unless one is named.
    [[ " ${options[*]:-} " =~ \ storm\.lock\.redis\.(uri|nodes)= ]] || options+=("storm.lock.redis.uri=$uri")
    run_storm_jar
}

# A topology of the samples' jar; the options of submit may stand among its arguments, which take none themselves.
sample() {
    [ $# -ge 1 ] || wrong "submit takes a TOPOLOGY, --jar or --flux"
    case $1 in
    access-log) class=io.github.stormlock.topologies.accesslog.AccessLogTopology ;;
    transfer) class=io.github.stormlock.topologies.transfer.TransferTopology ;;
    kafka-orders)
        class=io.github.stormlock.topologies.kafka.KafkaOrdersTopology
        file=$kafka_jar
        [[ " ${options[*]:-} " == *" kafka.orders.servers="* ]] || options+=("kafka.orders.servers=$broker")
        ;;
    *.*) class=$1 ;;
    *) wrong "there is no topology '$1': access-log, transfer, kafka-orders, or a main class in $jar; a jar of your own: --jar FILE CLASS" ;;
    esac
    shift
    while [ $# -gt 0 ]; do
        take_option "$@"
        if [ "$taken" -eq 0 ]; then
            taken=1
            if [ "$1" = --follow ]; then
                options+=("access.log.follow=true")
            else
                arguments+=("$1")
            fi
        fi
        shift "$taken"
    done
}

# Runs the class with just these arguments, by a line for the storm command, which is shown. Uses the variables of submit.
run_storm_jar() {
    local words=() option shown=scripts/storm
    [ "$shown" -ef "$root/$shown" ] || shown=$root/$shown
    for option in "${options[@]}"; do
        words+=(-c "$option")
    done
    [ -z "$flux" ] || words+=(--jars "$(flux_jars)")
    storm_command as-given "$shown" "${words[@]}" -- "${file:-$jar}" "$class" ${arguments[@]+"${arguments[@]}"}
}

# Flux and what it needs, which a jar of topologies need not hold.
flux_jars() {
    local jars=("$home"/flux/*.jar) IFS=,
    echo "${jars[*]}"
}

# Storm's own command, where the cluster is.
storm_command() {
    command -v python3 >/dev/null ||
        wrong "there is no python3 on the path, which Storm's command needs: install it (Debian and Ubuntu: apt-get install python3)"
    [ -f "$home/bin/storm.py" ] || fail "the Storm in $home has no storm command yet: scripts/storm-dev down, then up"
    in_network python3 "$home/bin/storm.py" "$@"
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
