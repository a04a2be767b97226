# Finds a Java, builds what is not built, and starts a program of this project. Sourced by the scripts of this folder, which
# set name (of the script) and, if it is not 1, failed (the exit status of a failure that is not the user's).

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
failed=${failed:-1}

# Something failed that is not the user's doing.
# shellcheck disable=SC2154 # each script sets its name
fail() {
    echo "scripts/$name: $*" >&2
    exit "$failed"
}

# Something that the user gives is wrong or missing.
wrong() {
    echo "scripts/$name: $*" >&2
    exit 2
}

# find_java: sets java and java_version, which is 17 or above.
find_java() {
    local hint="install a JDK 17 or later (Debian and Ubuntu: apt-get install openjdk-17-jdk-headless)"
    if [ -n "${JAVA_HOME:-}" ]; then
        java=$JAVA_HOME/bin/java
        [ -x "$java" ] || wrong "JAVA_HOME is $JAVA_HOME, where there is no bin/java: $hint and point JAVA_HOME at it"
    else
        java=$(command -v java) || wrong "there is no java on the path: $hint"
    fi
    java_version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
    [ "${java_version:-0}" -ge 17 ] || wrong "$java is Java ${java_version:-of unknown version}: $hint"
}

# is_newer FILE MODULE...: whether something that a build of the modules reads is newer than the file.
is_newer() {
    local file=$1 module inputs=("$root/pom.xml")
    shift
    for module in "$@"; do
        inputs+=("$root/$module/pom.xml" "$root/$module/src/main")
    done
    [ -n "$(find "${inputs[@]}" -newer "$file" -print 2>/dev/null | head -n 1)" ]
}

# is_stale MODULE...: whether what was built of the last of the modules is older than its sources, or is gone.
is_stale() {
    local target=$root/${*: -1}/target entry entries
    [ -f "$target/$name-built" ] && [ -f "$target/class-path" ] && [ -d "$target/classes" ] || return 0
    ! is_newer "$target/$name-built" "$@" || return 0
    IFS=: read -r -a entries <"$target/class-path"
    for entry in "${entries[@]}"; do
        [ -e "$entry" ] || return 0
    done
    return 1
}

# build MODULE GOAL: builds a module and those that it needs, and keeps what Maven says in a log.
build() {
    local log=$root/$1/target/$name-build.log
    command -v mvn >/dev/null || wrong "there is no mvn on the path: install Maven 3.8 or later (Debian and Ubuntu: apt-get install maven)"
    echo "building (the first time takes about a minute) ..."
    mkdir -p "$root/$1/target"
    # What changes while Maven runs is newer than this, and will be built the next time.
    : >"$root/$1/target/$name-built.begun"
    if ! (cd "$root" && mvn -q -B -DskipTests -Dspotless.check.skip=true -pl "$1" -am "$2") >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        fail "the build failed; all it said is in $log"
    fi
    mv "$root/$1/target/$name-built.begun" "$root/$1/target/$name-built"
}

# prepare MODULE...: builds the last of the modules, which needs the others, if it is stale, and sets java_command to what
# starts its programs.
prepare() {
    local module=${*: -1}
    find_java
    ! is_stale "$@" || build "$module" process-classes
    java_command=("$java" -XX:-UsePerfData)
    if [ "$java_version" -ge 24 ]; then
        # Storm's libraries use what these JDKs warn about.
        java_command+=(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
    fi
    java_command+=(-cp "$root/$module/target/classes:$(cat "$root/$module/target/class-path")")
}
