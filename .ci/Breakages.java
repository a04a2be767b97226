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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Breaks one line of the library at a time, as .ci/breakages.txt lists them, and demands that a named test goes red for it:
 * started by .ci/breakages, in the root of the project, with the class path of the tests. Nothing in the tree is changed:
 * what is broken goes to a folder of its own, which comes first on the class path.
 */
public final class Breakages {
    private static final Path SCRATCH = Path.of("target", "breakages");
    private static final Path CLASSES = Path.of("storm-lock", "target", "classes");
    private static final Path TESTS = Path.of("storm-lock", "target", "test-classes");
    private static final Path RESOURCES = Path.of("storm-lock", "src", "main", "resources");
    private static final Pattern TESTCASE = Pattern.compile("<testcase name=\"([^\"]*)\" classname=\"([^\"]*)\"[^>]*>\\s*<(failure|error)");
    private static final int MOST_SECONDS = 180;

    private final String classPath;
    private int survived;

    private Breakages(String classPath) {
        this.classPath = classPath;
    }

    private record Breakage(String name, Path file, String line, String instead, List<String> tests) {}

    public static void main(String[] args) throws Exception {
        Breakages breakages = new Breakages(args[0]);
        List<Breakage> all = read(Path.of(".ci", "breakages.txt"));
        if (args.length > 1) {
            all.removeIf(breakage -> !breakage.name().contains(args[1]));
        }
        breakages.demandGreen(all);
        for (Breakage breakage : all) {
            breakages.run(breakage);
        }
        System.out.printf("%d lines broken, %d of them unnoticed%n", all.size(), breakages.survived);
        System.exit(breakages.survived == 0 ? 0 : 1);
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
        List<String> red = test(List.copyOf(tests));
        if (!red.isEmpty()) {
            throw new IllegalStateException("red although nothing is broken: " + red);
        }
        System.out.printf("unbroken: %d test classes are green%n", tests.size());
    }

    private void run(Breakage breakage) throws Exception {
        breakLine(breakage);
        List<String> red = test(breakage.tests());
        System.out.printf("%-70s %s%n", breakage.name(), red.isEmpty() ? "UNNOTICED by " + breakage.tests() : red.get(0) + (red.size() > 1 ? " and " + (red.size() - 1) + " more" : ""));
        if (red.isEmpty()) {
            survived++;
        }
    }

    private void breakLine(Breakage breakage) throws Exception {
        clear(SCRATCH.resolve("classes"));
        String text = Files.readString(breakage.file());
        int at = text.indexOf(breakage.line());
        if (at < 0 || text.indexOf(breakage.line(), at + 1) >= 0) {
            throw new IllegalStateException(breakage.name() + ": the line is not found once in " + breakage.file());
        }
        String broken = text.replace(breakage.line(), breakage.instead());
        Path classes = SCRATCH.resolve("classes");
        if (breakage.file().startsWith(RESOURCES)) {
            Path target = classes.resolve(RESOURCES.relativize(breakage.file()));
            Files.createDirectories(target.getParent());
            Files.writeString(target, broken);
            return;
        }
        Path source = SCRATCH.resolve(breakage.file().getFileName());
        Files.createDirectories(classes);
        Files.writeString(source, broken);
        Process javac = new ProcessBuilder("javac", "-nowarn", "-proc:none", "--release", "17", "-cp", CLASSES + File.pathSeparator + classPath, "-d", classes.toString(), source.toString())
                .inheritIO()
                .start();
        if (javac.waitFor() != 0) {
            throw new IllegalStateException(breakage.name() + " does not compile");
        }
    }

    /** The tests that were red. */
    private List<String> test(List<String> tests) throws Exception {
        Path reports = SCRATCH.resolve("reports");
        clear(reports);
        List<String> command = new ArrayList<>(List.of(
                "java",
                "-Djunit.jupiter.execution.timeout.default=60s",
                "-Dstorm.lock.test.redis.kind=embedded",
                "-cp",
                String.join(File.pathSeparator, SCRATCH.resolve("classes").toString(), TESTS.toString(), CLASSES.toString(), classPath),
                "org.junit.platform.console.ConsoleLauncher",
                "execute",
                "--disable-banner",
                "--details=none",
                "--fail-if-no-tests",
                "--reports-dir=" + reports));
        for (String test : tests) {
            command.add("--select-class=io.github.stormlock." + test);
        }
        Process java = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(SCRATCH.resolve("output.txt").toFile())
                .start();
        if (!java.waitFor(MOST_SECONDS * (1 + tests.size() / 4), TimeUnit.SECONDS)) {
            java.destroyForcibly().waitFor();
            return List.of("(hung)");
        }
        if (java.exitValue() == 0) {
            return List.of();
        } else if (java.exitValue() != 1) {
            throw new IllegalStateException("the tests did not run; see " + SCRATCH.resolve("output.txt"));
        }
        return failures(reports);
    }

    private static List<String> failures(Path reports) throws IOException {
        TreeSet<String> red = new TreeSet<>();
        try (Stream<Path> files = Files.list(reports)) {
            for (Path file : files.toList()) {
                Matcher matcher = TESTCASE.matcher(Files.readString(file));
                while (matcher.find()) {
                    String name = matcher.group(2).replaceAll(".*\\.", "");
                    red.add(name + "." + matcher.group(1).replaceAll("\\(.*", ""));
                }
            }
        }
        return red.isEmpty() ? List.of("(a container of tests)") : List.copyOf(red);
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
