# Where things are, and what is built once. Sourced by scripts/storm-dev.

dev=$root/target/storm-dev
home=$dev/home
settings=$dev/settings
version=$(sed -n 's:.*<version>\(.*\)</version>.*:\1:p' "$root/cluster/pom.xml" | head -n 1)
jar=$root/topologies/target/topologies-$version-storm.jar

# As that of lib.sh, and where to read more.
wrong() {
    echo "scripts/$name: $*; scripts/$name --help tells more" >&2
    exit 2
}

no_arguments() {
    [ $# -eq 0 ] || wrong "'$1' is one argument too many"
}

# Builds the samples and assembles a Storm home, unless they are there.
build_all() {
    local built=$root/cluster/target/$name-built
    mkdir -p "$dev"
    if [ ! -f "$built" ] || [ ! -f "$jar" ] || [ ! -f "$kafka_jar" ] || [ ! -f "$root/cluster/target/class-path" ] ||
        is_newer "$built" storm-lock-test storm-lock topologies insight kafka cluster; then
        build cluster package
    fi
    if [ ! -f "$home/assembled" ] || [ -n "$(find "$root/cluster/storm" -name 'pom-*.xml' -newer "$home/assembled")" ]; then
        echo "assembling a Storm home in $home (the first time some 200 MB are fetched) ..."
        assemble
    fi
    furnish
}

quietly() {
    local log=$dev/$1.log
    shift
    if ! "$@" >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        fail "'$1' failed; all it said is in $log"
    fi
}

assemble() {
    local part storm
    storm=$(sed -n 's:.*<storm.version>\(.*\)</storm.version>.*:\1:p' "$root/pom.xml")
    rm -rf "$home"
    mkdir -p "$home"/{bin,conf,log4j2,lib,lib-worker,extlib,extlib-daemon,flux,logs}
    for part in worker:lib-worker daemon:lib; do
        quietly "assemble-${part%:*}" mvn -q -B -f "$root/cluster/storm/pom-${part%:*}.xml" -Dstorm.version="$storm" \
            org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
            -DincludeScope=runtime -DoutputDirectory="$home/${part#*:}"
    done
    quietly assemble-flux mvn -q -B -f "$root/cluster/storm/pom-flux.xml" -Dstorm.version="$storm" \
        org.apache.maven.plugins:maven-dependency-plugin:2.10:copy -DoutputDirectory="$home/flux"
    : >"$home/assembled"
}

# What is no jar: the loggers, and the storm command, which goes through scripts/storm to where the cluster is.
furnish() {
    cp "$root"/cluster/storm/log4j2/*.xml "$home/log4j2/"
    cp "$root/cluster/storm/bin/storm.py" "$home/bin/"
    printf '#!/usr/bin/env bash\n# For the path: see scripts/storm-dev env.\nexec %q "$@"\n' "$root/scripts/storm" >"$home/bin/storm"
    chmod +x "$home/bin/storm"
}

configure() {
    local slots=
    for ((slot = 0; slot < $1; slot++)); do
        slots+="${slots:+, }$((first_slot + slot))"
    done
    sed -e "s|@HOME@|$home|g" -e "s|@ZOOKEEPER@|$zookeeper_port|" -e "s|@NIMBUS@|$nimbus_port|" \
        -e "s|@SUPERVISOR@|$supervisor_port|" -e "s|@SLOTS@|$slots|" \
        "$root/cluster/storm/storm.yaml" >"$home/conf/storm.yaml"
}
