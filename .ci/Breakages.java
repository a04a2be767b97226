import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Breaks one line of the library at a time, as .ci/breakages.txt lists them, and demands that a named test goes red for it:
 * started by .ci/breakages, in the root of the project, with the class path of the tests. Nothing in the tree is changed:
 * what is broken goes to a folder of its own, which comes first on the class path.
 *
 * <p>Red is a test that began and failed. Tests that hang or cannot begin, and lines that cannot be broken, prove nothing:
 * they are counted apart, and are as wrong as a breakage that nobody notices.
 */
public final class Breakages {
    private static final Path SCRATCH = Path.of("target", "breakages");
    private static final Path CLASSES = Path.of("storm-lock", "target", "classes");
    private static final Path TESTS = Path.of("storm-lock", "target", "test-classes");
    private static final Path RESOURCES = Path.of("storm-lock", "src", "main", "resources");
    private static final int MOST_SECONDS = 180;

    private final String classPath;
    private final int[] counts = new int[Verdict.values().length];

    private Breakages(String classPath) {
        this.classPath = classPath;
    }

    private enum Verdict {
        RED,
        UNNOTICED,
        HUNG,
        NOT_RUN
    }

    private record Breakage(String name, Path file, String line, String instead, List<String> tests) {}

    private record Outcome(Verdict verdict, String detail) {}

    public static void main(String[] args) throws Exception {
        Breakages breakages = new Breakages(args[0]);
        List<Breakage> all = read(Path.of(".ci", "breakages.txt"));
        if (args.length > 1) {
            Pattern part = Pattern.compile(args[1]);
            all.removeIf(breakage -> !part.matcher(breakage.name()).find());
        }
        if (all.isEmpty()) {
            System.err.println("no breakage of .ci/breakages.txt has a name with '" + args[1] + "' in it");
            System.exit(2);
        }
        breakages.demandGreen(all);
        for (Breakage breakage : all) {
            breakages.report(breakage.name(), breakages.run(breakage));
        }
        System.out.println(breakages.summary(all.size()));
        System.exit(breakages.counts[Verdict.RED.ordinal()] == all.size() ? 0 : 1);
    }

    private String summary(int all) {
        return String.format(
                "%d lines broken: %d noticed, %d UNNOTICED, %d HUNG, %d NOT RUN",
                all, counts[0], counts[1], counts[2], counts[3]);
    }

    private void report(String name, Outcome outcome) {
        counts[outcome.verdict().ordinal()]++;
        String verdict = outcome.verdict() == Verdict.RED ? "" : outcome.verdict().toString().replace('_', ' ') + ": ";
        System.out.printf("%-70s %s%s%n", name, verdict, outcome.detail());
    }

    private static List<Breakage> read(Path table) throws IOException {
        List<Breakage> all = new ArrayList<>();
        for (String block : Files.readString(table).split("\n\\s*\n")) {
            String[] lines = block.lines().filter(line -> !line.startsWith("#")).toArray(String[]::new);
            if (lines.length == 0) {
                continue;
            }
            if (lines.length != 5) {
                throw new IllegalArgumentException("a breakage has five lines: " + block);
            }
            all.add(new Breakage(
                    lines[0],
                    Path.of(lines[1].strip()),
                    lines[2].substring(2),
                    lines[3].length() < 2 ? "" : lines[3].substring(2),
                    List.of(lines[4].strip().split("\\s+"))));
        }
        return all;
    }

    /** A test that is red anyway proves nothing. */
    private void demandGreen(List<Breakage> all) throws Exception {
        clear(SCRATCH.resolve("classes"));
        TreeSet<String> tests = new TreeSet<>();
        all.forEach(breakage -> tests.addAll(breakage.tests()));
        Outcome outcome = test(List.copyOf(tests));
        if (outcome.verdict() != Verdict.UNNOTICED) {
            throw new IllegalStateException("nothing is broken, and yet " + outcome);
        }
        System.out.println("unbroken: " + outcome.detail());
    }

    private Outcome run(Breakage breakage) throws Exception {
        clear(SCRATCH.resolve("classes"));
        String text = Files.readString(breakage.file());
        int at = text.indexOf(breakage.line());
        if (at < 0 || text.indexOf(breakage.line(), at + 1) >= 0) {
            return new Outcome(Verdict.NOT_RUN, "the line is not found once in " + breakage.file());
        }
        String broken = text.replace(breakage.line(), breakage.instead());
        return write(breakage.file(), broken)
                ? test(breakage.tests())
                : new Outcome(Verdict.NOT_RUN, "it does not compile");
    }

    private boolean write(Path file, String broken) throws Exception {
        Path classes = SCRATCH.resolve("classes");
        if (file.startsWith(RESOURCES)) {
            Path target = classes.resolve(RESOURCES.relativize(file));
            Files.createDirectories(target.getParent());
            Files.writeString(target, broken);
            return true;
        }
        Path source = SCRATCH.resolve(file.getFileName());
        Files.createDirectories(classes);
        Files.writeString(source, broken);
        return new ProcessBuilder("javac", "-nowarn", "-proc:none", "--release", "17",
                                "-cp", CLASSES + File.pathSeparator + classPath, "-d", classes.toString(), source.toString())
                        .inheritIO()
                        .start()
                        .waitFor()
                == 0;
    }

    private Outcome test(List<String> tests) throws Exception {
        Path result = SCRATCH.resolve("result.txt");
        Files.deleteIfExists(result);
        List<String> command = new ArrayList<>(List.of(
                "java",
                "-Djunit.jupiter.execution.timeout.default=60s",
                "-Dstorm.lock.test.redis.kind=embedded",
                "-cp",
                String.join(File.pathSeparator, SCRATCH.resolve("classes").toString(), TESTS.toString(), CLASSES.toString(), classPath),
                "RedTests",
                result.toString()));
        tests.forEach(test -> command.add("io.github.stormlock." + test));
        Process java = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(SCRATCH.resolve("output.txt").toFile())
                .start();
        if (!java.waitFor(MOST_SECONDS * (1 + tests.size() / 4), TimeUnit.SECONDS)) {
            // With the servers that it has started.
            java.descendants().forEach(ProcessHandle::destroyForcibly);
            java.destroyForcibly().waitFor();
            return new Outcome(Verdict.HUNG, tests + " did not come to an end");
        } else if (java.exitValue() != 0 || !Files.exists(result)) {
            return new Outcome(Verdict.NOT_RUN, tests + "; see " + SCRATCH.resolve("output.txt"));
        }
        return judge(Files.readAllLines(result), tests);
    }

    /** One test that went red is enough, whatever else there was. */
    private static Outcome judge(List<String> lines, List<String> tests) {
        List<String> red = named(lines, "RED ");
        List<String> hung = named(lines, "HUNG ");
        List<String> broken = named(lines, "BROKEN ");
        if (!red.isEmpty()) {
            return new Outcome(Verdict.RED, red.get(0).split("\t")[0] + (red.size() > 1 ? " and " + (red.size() - 1) + " more" : ""));
        } else if (!hung.isEmpty()) {
            return new Outcome(Verdict.HUNG, hung.get(0));
        } else if (!broken.isEmpty()) {
            return new Outcome(Verdict.NOT_RUN, broken.get(0));
        } else if (lines.contains("GREEN 0")) {
            return new Outcome(Verdict.NOT_RUN, "no tests in " + tests);
        }
        return new Outcome(Verdict.UNNOTICED, named(lines, "GREEN ").get(0) + " tests of " + tests + " passed");
    }

    private static List<String> named(List<String> lines, String kind) {
        return new ArrayList<>(new TreeSet<>(lines.stream()
                .filter(line -> line.startsWith(kind))
                .map(line -> line.substring(kind.length()))
                .toList()));
    }

    private static void clear(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
