# The programs that run tests by themselves. Sourced by breakages, in the root of the project.

# test_programs FOLDER: compiles them into FOLDER/programs and sets TEST_PROGRAMS to their class path.
test_programs() {
    local folder=$1 version
    mkdir -p "$folder"
    version=$(sed -n 's:.*<junit.version>\(.*\)</junit.version>.*:\1:p' pom.xml)
    # The platform's versions go with Jupiter's.
    mvn -q -B dependency:copy -pl storm-lock -Dmdep.useBaseVersion=true -DoutputDirectory="$PWD/$folder" \
        -Dartifact="org.junit.platform:junit-platform-console-standalone:1.${version#5.}"
    TEST_PROGRAMS=$(echo "$PWD/$folder"/junit-platform-console-standalone-*.jar)
    javac -d "$folder/programs" -cp "$TEST_PROGRAMS" .ci/TestJvm.java .ci/RedTests.java .ci/Breakages.java
    TEST_PROGRAMS=$TEST_PROGRAMS:$PWD/$folder/programs
}
