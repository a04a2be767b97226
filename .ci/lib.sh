# Headings, times and logs. Sourced by run and full.

LOGS=$PWD/target/ci
MAVEN=
# Seconds, far above every budget: a build that hangs ends.
MAVEN_LIMIT=1800

# Reports of tests that are older than this run tell nothing of it.
begin_logs() {
    mkdir -p "$LOGS"
    rm -f "$LOGS/flakes"
    touch "$LOGS/begun"
}

# flakes: names each test that failed, and each that failed first and passed when it was run again.
flakes() {
    local found
    found=$(.ci/flakes "$LOGS/begun" 2>&1 && cat "$LOGS/flakes" 2>/dev/null) || true
    [ -z "$found" ] || printf '\nTests that failed, or failed first and passed then. Each is a defect of a test or of the code:\n%s\n' "$found"
}

# step HEADING BUDGET-SECONDS COMMAND...: runs the command and says how long it took. Fails if that was more than the budget and
# half of it.
step() {
    local heading=$1 budget=$2 begin=$SECONDS
    shift 2
    printf '\n==== step %s (budget %d s)\n' "$heading" "$budget"
    "$@"
    took "$heading" "$budget" $((SECONDS - begin))
}

# took HEADING BUDGET-SECONDS SECONDS: says and judges how long a step took.
took() {
    printf '==== step %s: done in %d s\n' "$1" "$3"
    if [ $(($3 * 2)) -gt $(($2 * 3)) ]; then
        fail "step $1 took $3 s, more than one and a half times its budget of $2 s: make it shorter, or find what became slow"
    elif [ "$3" -gt "$2" ]; then
        printf '==== step %s: %d s OVER ITS BUDGET\n' "$1" "$(($3 - $2))"
    fi
}

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# logged NAME COMMAND...: keeps the output in a log, and shows it if the command fails.
logged() {
    local log=$LOGS/$1.log
    shift
    if ! "$@" >"$log" 2>&1; then
        cat "$log" >&2
        fail "'$*' failed; its output is above and in $log"
    fi
}

# retried NAME COMMAND...: as logged, and once more if the command fails, so that a landing does not depend on luck; flakes
# names it then.
retried() {
    local log=$LOGS/$1.log first
    if "${@:2}" >"$log" 2>&1; then
        return
    fi
    first=$(tail -n 1 "$log")
    mv "$log" "$LOGS/$1-first.log"
    logged "$@"
    printf 'FLAKE %s: %s\n' "$1" "$first" >>"$LOGS/flakes"
}

# maven NAME ARGUMENT...: shows the lines that tell modules and numbers of tests, and more if it fails.
maven() {
    local log=$LOGS/maven-$1.log shown status=0
    shift
    printf '$ mvn -B %s\n' "$*"
    # In the background: only then is a signal to this script heard before Maven's end.
    # A test that a busy machine kept for too long is run again, so that a landing does not depend on luck; flakes names it.
    timeout --kill-after=10 "$MAVEN_LIMIT" mvn -B -Dsurefire.rerunFailingTestsCount=1 "$@" >"$log" 2>&1 &
    MAVEN=$!
    tail --pid="$MAVEN" -n +1 -F "$log" 2>/dev/null |
        { grep --line-buffered -E 'Tests run:|Flakes:|^\[INFO\] (Building |BUILD )|^\[ERROR\]' || true; } &
    shown=$!
    wait "$MAVEN" || status=$?
    MAVEN=
    # Neither the lines that are shown nor the end of tail decide anything.
    wait "$shown" || true
    if [ "$status" -ne 0 ]; then
        printf '\n... the end of %s:\n' "$log" >&2
        tail -n 60 "$log" >&2
        [ "$status" -ne 124 ] || fail "mvn $* was stopped after $MAVEN_LIMIT s"
        fail "mvn $* failed with exit code $status"
    fi
}

maven_stop() {
    [ -z "$MAVEN" ] || kill "$MAVEN" 2>/dev/null || true
    [ -z "$MAVEN" ] || wait "$MAVEN" 2>/dev/null || true
}
