# A broker of Kafka beside the cluster. Sourced by scripts/storm-dev.

broker_port=19092
controller_port=19093
kafka_folder=$dev/kafka
kafka_jars=$dev/kafka-jars
kafka_jar=$root/kafka/target/kafka-$version-storm.jar
broker=127.0.0.1:$broker_port

kafka() {
    local command=${1:-}
    [ $# -eq 0 ] || shift
    case $command in
    up) no_arguments "$@" && kafka_up ;;
    down) no_arguments "$@" && kafka_down ;;
    pid) no_arguments "$@" && broker_pid ;;
    topics) kafka_tool org.apache.kafka.tools.TopicCommand --bootstrap-server "$broker" "$@" ;;
    groups) kafka_tool org.apache.kafka.tools.consumer.group.ConsumerGroupCommand --bootstrap-server "$broker" "$@" ;;
    produce)
        [ $# -eq 1 ] || wrong "kafka produce takes TOPIC, and reads KEY:VALUE lines"
        kafka_tool org.apache.kafka.tools.ConsoleProducer --bootstrap-server "$broker" --topic "$1" \
            --property parse.key=true --property key.separator=: >/dev/null
        ;;
    *) wrong "kafka takes up, down, pid, topics, groups or produce" ;;
    esac
}

# It is known by the folder it runs in.
broker_pid() {
    local pid
    for pid in /proc/[0-9]*; do
        if [ "$(readlink "$pid/cwd" 2>/dev/null)" = "$kafka_folder" ]; then
            echo "${pid#/proc/}"
        fi
    done
}

# The jars of a broker, once.
assemble_kafka() {
    local pom=$root/cluster/kafka/pom-kafka.xml kafka_version
    if [ ! -f "$kafka_jars/assembled" ] || [ "$pom" -nt "$kafka_jars/assembled" ]; then
        echo "copying the jars of a broker to $kafka_jars (the first time some 45 MB are fetched) ..."
        kafka_version=$(sed -n 's:.*<kafka.version>\(.*\)</kafka.version>.*:\1:p' "$root/pom.xml")
        rm -rf "$kafka_jars"
        quietly assemble-kafka mvn -q -B -f "$pom" -Dkafka.version="$kafka_version" \
            org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
            -DincludeScope=runtime -DoutputDirectory="$kafka_jars"
        : >"$kafka_jars/assembled"
    fi
}

# Starts the broker, with what it had before: only scripts/storm-dev up begins with an empty log.
kafka_up() {
    ready
    if [ -n "$(broker_pid)" ] && listens "$broker_port"; then
        echo "the broker is up already"
    else
        assemble_kafka
        refuse_taken_ports "the broker:$broker_port" "the broker's controller:$controller_port"
        mkdir -p "$kafka_folder"
        sed -e "s|@FOLDER@|$kafka_folder|" -e "s|@BROKER@|$broker_port|" -e "s|@CONTROLLER@|$controller_port|g" \
            "$root/cluster/kafka/server.properties" >"$kafka_folder/server.properties"
        if [ ! -f "$kafka_folder/log/meta.properties" ]; then
            quietly format-kafka "$java" -XX:-UsePerfData -cp "$kafka_jars/*" kafka.tools.StorageTool format \
                --cluster-id storm-lock-dev-broker1 --config "$kafka_folder/server.properties"
        fi
        (cd "$kafka_folder" && become_in_network setsid "$java" -server -Xmx256m -XX:+UseSerialGC -XX:-UsePerfData \
            -cp "$kafka_jars/*" kafka.Kafka "$kafka_folder/server.properties" >>"$home/logs/kafka.log" 2>&1 </dev/null &)
        await_port "the broker" "$broker_port" 60
    fi
    printf '%-12s port %s, logs %s\n' Kafka "$broker_port" "$home/logs/kafka.log"
}

kafka_down() {
    local pid signal
    for signal in TERM KILL; do
        for pid in $(broker_pid); do
            kill "-$signal" "$pid" 2>/dev/null || true
        done
        for _ in $(seq 100); do
            [ -n "$(broker_pid)" ] || return 0
            sleep 0.1
        done
    done
    fail "the broker does not end: $(broker_pid | tr '\n' ' ')"
}

# One of Kafka's own tools, where the broker is.
kafka_tool() {
    ready
    listens "$broker_port" || fail "the broker does not answer: scripts/storm-dev kafka up"
    in_network "$java" -Xmx128m -XX:-UsePerfData -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp "$kafka_jars/*" "$@"
}
