import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

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
    private static final Path RESOURCES = Path.of("storm-lock", "src", "main", "resources");

    private final TestJvm jvm;
    private final Map<TestJvm.Verdict, Integer> counts = new EnumMap<>(TestJvm.Verdict.class);

    private Breakages(TestJvm jvm) {
        this.jvm = jvm;
    }

    private record Breakage(String name, Path file, String line, String instead, List<String> tests) {}

    public static void main(String[] args) throws Exception {
        String classes = String.join(File.pathSeparator, "storm-lock/target/test-classes", "storm-lock/target/classes");
        Breakages breakages = new Breakages(new TestJvm(SCRATCH, classes + File.pathSeparator + args[0], 60));
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
        System.exit(breakages.count(TestJvm.Verdict.RED) == all.size() ? 0 : 1);
    }

    private int count(TestJvm.Verdict verdict) {
        return counts.getOrDefault(verdict, 0);
    }

    private String summary(int all) {
        return String.format(
                "%d lines broken: %d noticed, %d UNNOTICED, %d HUNG, %d NOT RUN",
                all,
                count(TestJvm.Verdict.RED),
                count(TestJvm.Verdict.UNNOTICED),
                count(TestJvm.Verdict.HUNG),
                count(TestJvm.Verdict.NOT_RUN));
    }

    private void report(String name, TestJvm.Outcome outcome) {
        counts.merge(outcome.verdict(), 1, Integer::sum);
        String verdict = outcome.verdict() == TestJvm.Verdict.RED ? "" : outcome.verdict() + ": ";
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
        jvm.clear();
        TreeSet<String> tests = new TreeSet<>();
        all.forEach(breakage -> tests.addAll(breakage.tests()));
        TestJvm.Outcome outcome = jvm.run(List.copyOf(tests));
        if (outcome.verdict() != TestJvm.Verdict.UNNOTICED) {
            throw new IllegalStateException("nothing is broken, and yet " + outcome);
        }
        System.out.println("unbroken: " + outcome.detail());
    }

    private TestJvm.Outcome run(Breakage breakage) throws Exception {
        jvm.clear();
        String text = Files.readString(breakage.file());
        int at = text.indexOf(breakage.line());
        if (at < 0 || text.indexOf(breakage.line(), at + 1) >= 0) {
            return TestJvm.Outcome.notRun("the line is not found once in " + breakage.file());
        }
        return write(breakage.file(), text.replace(breakage.line(), breakage.instead()))
                ? jvm.run(breakage.tests())
                : TestJvm.Outcome.notRun("it does not compile");
    }

    private boolean write(Path file, String broken) throws Exception {
        if (file.startsWith(RESOURCES)) {
            Path target = jvm.classes().resolve(RESOURCES.relativize(file));
            Files.createDirectories(target.getParent());
            Files.writeString(target, broken);
            return true;
        }
        Path source = SCRATCH.resolve(file.getFileName());
        Files.writeString(source, broken);
        return jvm.compile(List.of(source));
    }
}
