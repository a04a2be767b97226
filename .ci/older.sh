# Sources of older commits. Sourced by scripts that build them, in the root of the project.

# Maven does not live long enough to gain from C2. This tree says so in .mvn/jvm.config, and older commits do not.
export MAVEN_OPTS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'

# older_sources COMMIT FOLDER: lays out the commit in the folder, unless it is there; what was built there stays.
older_sources() {
    local commit=$1 folder=$2
    if ! git cat-file -e "$commit^{commit}" 2>/dev/null; then
        echo "error: commit $commit is not in this clone: fetch the whole history (git fetch --unshallow)" >&2
        return 1
    fi
    if [ ! -e "$folder/pom.xml" ]; then
        mkdir -p "$folder"
        # An archive and no worktree: nothing of it is left in .git.
        git archive "$commit" | tar -x -C "$folder"
    fi
}
