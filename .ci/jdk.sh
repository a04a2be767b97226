# Finds JDKs. Sourced by run.

# jdk_home MAJOR: the home of a JDK of this version under /usr/lib/jvm.
jdk_home() {
    local major=$1 home
    for home in /usr/lib/jvm/*; do
        if [ -x "$home/bin/javac" ] && grep -qE "^JAVA_VERSION=\"$major(\"|\.|\+|-)" "$home/release" 2>/dev/null; then
            printf '%s\n' "$home"
            return
        fi
    done
    fail "no JDK $major under /usr/lib/jvm: install one (openjdk-$major-jdk-headless, or Eclipse Temurin's temurin-$major-jdk)"
}
