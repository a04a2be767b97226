# Where things are, and what is built once. Sourced by scripts/storm-dev.

dev=$root/target/storm-dev
home=$dev/home
settings=$dev/settings
version=$(sed -n 's:.*<version>\(.*\)</version>.*:\1:p' "$root/cluster/pom.xml" | head -n 1)
jar=$root/topologies/target/topologies-$version-storm.jar

fail() {
    echo "storm-dev: $*" >&2
    exit 1
}

wrong() {
    echo "storm-dev: $*; scripts/storm-dev --help tells more" >&2
    exit 2
}

no_arguments() {
    [ $# -eq 0 ] || wrong "'$1' is one argument too many"
}

find_java() {
    local hint="install a JDK 17 or later (Debian and Ubuntu: apt-get install openjdk-17-jdk-headless)"
    if [ -n "${JAVA_HOME:-}" ]; then
        java=$JAVA_HOME/bin/java
        [ -x "$java" ] || wrong "JAVA_HOME is $JAVA_HOME, where there is no bin/java: $hint"
    else
        java=$(command -v java) || wrong "there is no java on the path: $hint"
    fi
}

# Whether something that the build reads is newer than what it made.
is_stale() {
    local built=$dev/built module inputs=("$root/pom.xml")
    [ -f "$built" ] && [ -f "$jar" ] && [ -f "$root/cluster/target/class-path" ] || return 0
    for module in storm-lock-test storm-lock topologies cluster; do
        inputs+=("$root/$module/pom.xml" "$root/$module/src/main")
    done
    [ -n "$(find "${inputs[@]}" -newer "$built" -print 2>/dev/null | head -n 1)" ]
}

build() {
    mkdir -p "$dev"
    if is_stale; then
        command -v mvn >/dev/null || wrong "there is no mvn on the path: install Maven 3.8 or later"
        echo "building the samples ..."
        : >"$dev/built.begun"
        quietly build mvn -q -B -DskipTests -Dspotless.check.skip -f "$root/pom.xml" -pl cluster -am package
        mv "$dev/built.begun" "$dev/built"
    fi
    if [ ! -f "$home/assembled" ]; then
        echo "assembling a Storm home in $home (the first time some 200 MB are fetched) ..."
        assemble
    fi
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
    mkdir -p "$home"/{bin,conf,log4j2,lib,lib-worker,extlib,extlib-daemon,logs}
    for part in worker:lib-worker daemon:lib; do
        quietly "assemble-${part%:*}" mvn -q -B -f "$root/cluster/storm/pom-${part%:*}.xml" -Dstorm.version="$storm" \
            org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
            -DincludeScope=runtime -DoutputDirectory="$home/${part#*:}"
    done
    cp "$root"/cluster/storm/log4j2/*.xml "$home/log4j2/"
    : >"$home/assembled"
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
