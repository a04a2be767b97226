import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs tests in a JVM of their own, with chosen classes first on the class path, and tells what became of them. A JVM
 * that takes too long is ended, together with the servers that it has started.
 */
final class TestJvm {
    static final String PACKAGE = "io.github.stormlock.";
    private static final String ALL_MODES = "standalone,resp3,sentinel,cluster";
    private static final int MOST_SECONDS = 180;
    /** The seconds after which a test without a time-out of its own has hung. */
    private static final int TEST_SECONDS = 60;

    private final Path scratch;
    private final String classPath;

    /**
     * @param scratch a folder for the classes that come first, and for what the tests print
     * @param classPath all other classes
     */
    TestJvm(Path scratch, String classPath) {
        this.scratch = scratch;
        this.classPath = classPath;
    }

    enum Verdict {
        RED,
        UNNOTICED,
        HUNG,
        NOT_RUN;

        @Override
        public String toString() {
            return name().replace('_', ' ');
        }
    }

    /**
     * @param redClasses the simple names of the classes whose tests went red
     */
    record Outcome(Verdict verdict, String detail, Set<String> redClasses) {
        static Outcome of(Verdict verdict, String detail) {
            return new Outcome(verdict, detail, Set.of());
        }

        static Outcome notRun(String why) {
            return of(Verdict.NOT_RUN, why);
        }
    }

    Path scratch() {
        return scratch;
    }

    /** Returns the folder of the classes that come first. */
    Path classes() {
        return scratch.resolve("classes");
    }

    /** Compiles a source into that folder. Returns true if it compiles. */
    boolean compile(Path source) throws IOException, InterruptedException {
        Files.createDirectories(classes());
        List<String> command = List.of(
                "javac", "-nowarn", "-proc:none", "--release", "17", "-cp", classPath, "-d", classes().toString(), source.toString());
        return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    }

    /** Runs tests as {@link #run(List, String)} does, in all modes of Redis. */
    Outcome run(List<String> tests) throws IOException, InterruptedException {
        return run(tests, ALL_MODES);
    }

    /**
     * Runs tests.
     *
     * @param tests classes or {@code class#method}, named from below the project's package
     * @param modes the modes of Redis for tests that run in several, with commas between them
     */
    Outcome run(List<String> tests, String modes) throws IOException, InterruptedException {
        Path result = scratch.resolve("result.txt");
        Path output = scratch.resolve("output.txt");
        Files.createDirectories(scratch);
        Files.deleteIfExists(result);
        List<String> command = new ArrayList<>(List.of(
                "java",
                "-Djunit.jupiter.execution.timeout.default=" + TEST_SECONDS + "s",
                "-Dstorm.lock.test.redis.kind=embedded",
                "-Dstorm.lock.test.modes=" + modes,
                "-cp",
                classes() + File.pathSeparator + classPath,
                "RedTests",
                result.toString()));
        tests.forEach(test -> command.add(PACKAGE + test));
        Process java = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!java.waitFor(MOST_SECONDS * (1 + tests.size() / 4), TimeUnit.SECONDS)) {
            java.descendants().forEach(ProcessHandle::destroyForcibly);
            java.destroyForcibly().waitFor();
            return Outcome.of(Verdict.HUNG, tests + " did not come to an end");
        } else if (java.exitValue() != 0 || !Files.exists(result)) {
            return Outcome.notRun(tests + "; see " + output);
        }
        return judge(Files.readAllLines(result), tests);
    }

    /** Judges a run. One test that went red is enough, even if others hung or could not begin. */
    private static Outcome judge(List<String> lines, List<String> tests) {
        List<String> red = named(lines, "RED ");
        List<String> hung = named(lines, "HUNG ");
        List<String> broken = named(lines, "BROKEN ");
        if (!red.isEmpty()) {
            String first = red.get(0).split("\t")[0];
            return new Outcome(
                    Verdict.RED,
                    red.size() > 1 ? first + " and " + (red.size() - 1) + " more" : first,
                    red.stream().map(line -> line.split("[.\t]")[0]).collect(Collectors.toSet()));
        } else if (!hung.isEmpty()) {
            return Outcome.of(Verdict.HUNG, hung.get(0));
        } else if (!broken.isEmpty()) {
            return Outcome.notRun(broken.get(0));
        } else if (lines.contains("GREEN 0")) {
            return Outcome.notRun("no tests in " + tests);
        }
        return Outcome.of(Verdict.UNNOTICED, named(lines, "GREEN ").get(0) + " tests of " + tests + " passed");
    }

    private static List<String> named(List<String> lines, String kind) {
        return new ArrayList<>(new TreeSet<>(lines.stream()
                .filter(line -> line.startsWith(kind))
                .map(line -> line.substring(kind.length()))
                .toList()));
    }

    /** Removes the classes that come first. */
    void clear() throws IOException {
        if (!Files.exists(classes())) {
            return;
        }
        try (Stream<Path> files = Files.walk(classes())) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
