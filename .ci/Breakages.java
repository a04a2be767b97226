import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;

/**
 * Breaks one line at a time, of the library or of another module, as .ci/breakages.txt lists them, and demands that a named test goes red for
 * it. .ci/breakages starts it in the root of the project, with the class path of the tests. Nothing in the tree is
 * changed: the broken class or script goes to a folder of its own, which comes first on the class path.
 *
 * <p>A test is red if it began and failed. Tests that hang or cannot begin, and lines that cannot be broken, prove
 * nothing. They are counted apart, and are as wrong as a breakage that nobody notices.
 */
public final class Breakages {
    private static final Path SCRATCH = Path.of("target", "breakages");
    private static final String FAST_MODE = "standalone";
    /** The class path of a module's tests, without its own classes: the script has written it. */
    private static final Path CLASS_PATH = Path.of("target", "breakages.classpath");

    private final String more;
    private final Queue<Breakage> left;
    private final Map<TestJvm.Verdict, Integer> counts = new EnumMap<>(TestJvm.Verdict.class);

    private Breakages(String more, List<Breakage> all) {
        this.more = more;
        this.left = new ConcurrentLinkedQueue<>(all);
    }

    private record Breakage(String name, Path file, String line, String instead, List<String> tests) {
        /** Returns the folder of its module, whose tests have to notice. */
        Path module() {
            return file.getName(0);
        }
    }

    public static void main(String[] args) throws Exception {
        List<Breakage> all = read(Path.of(".ci", "breakages.txt"));
        if (args.length > 1) {
            Pattern part = Pattern.compile(args[1]);
            all.removeIf(breakage -> !part.matcher(breakage.name()).find());
        }
        if (all.isEmpty()) {
            System.err.println("no breakage of .ci/breakages.txt has a name with '" + args[1] + "' in it");
            System.exit(2);
        }
        Breakages breakages = new Breakages(args[0], all);
        breakages.demandGreen(all);
        List<Callable<Void>> workers = new ArrayList<>();
        // Most tests wait for servers, so that one worker more than cores saves time.
        for (int i = 0; i <= Runtime.getRuntime().availableProcessors(); i++) {
            String name = "worker-" + i;
            workers.add(() -> breakages.work(name));
        }
        ExecutorService threads = Executors.newFixedThreadPool(workers.size());
        try {
            for (Future<Void> worker : threads.invokeAll(workers)) {
                worker.get();
            }
        } finally {
            threads.shutdownNow();
        }
        System.out.println(breakages.summary(all.size()));
        System.exit(breakages.count(TestJvm.Verdict.RED) == all.size() ? 0 : 1);
    }

    private TestJvm jvm(String name, Path module) throws IOException {
        String classPath = String.join(
                File.pathSeparator,
                module.resolve("target/test-classes").toString(),
                module.resolve("target/classes").toString(),
                Files.readString(module.resolve(CLASS_PATH)).strip(),
                more);
        return new TestJvm(SCRATCH.resolve(name), classPath);
    }

    private Void work(String name) throws Exception {
        for (Breakage breakage = left.poll(); breakage != null; breakage = left.poll()) {
            report(breakage.name(), run(jvm(name, breakage.module()), breakage));
        }
        return null;
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

    private synchronized void report(String name, TestJvm.Outcome outcome) {
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

    /**
     * Demands that all tests pass on the unbroken lines, because a test that is red anyway proves nothing. Classes with a
     * red test are run once more: among thousands of tests one may be disturbed by the machine.
     */
    private void demandGreen(List<Breakage> all) throws Exception {
        Map<Path, TreeSet<String>> tests = new TreeMap<>();
        all.forEach(breakage -> tests.computeIfAbsent(breakage.module(), none -> new TreeSet<>())
                .addAll(breakage.tests()));
        for (Map.Entry<Path, TreeSet<String>> each : tests.entrySet()) {
            TestJvm jvm = jvm("unbroken", each.getKey());
            jvm.clear();
            TestJvm.Outcome outcome = jvm.run(List.copyOf(each.getValue()), FAST_MODE);
            if (outcome.verdict() == TestJvm.Verdict.RED) {
                System.out.println("unbroken, run once more: " + outcome.detail());
                outcome = jvm.run(named(each.getValue(), outcome.redClasses()), FAST_MODE);
            }
            if (outcome.verdict() != TestJvm.Verdict.UNNOTICED) {
                throw new IllegalStateException("nothing is broken, and yet " + outcome);
            }
            System.out.println("unbroken: " + outcome.detail());
        }
    }

    private static List<String> named(Set<String> tests, Set<String> classes) {
        return tests.stream()
                .filter(test -> {
                    String type = test.split("#")[0];
                    return classes.contains(type.substring(type.lastIndexOf('.') + 1));
                })
                .toList();
    }

    private static TestJvm.Outcome run(TestJvm jvm, Breakage breakage) throws Exception {
        jvm.clear();
        String text = Files.readString(breakage.file());
        int at = text.indexOf(breakage.line());
        if (at < 0 || text.indexOf(breakage.line(), at + 1) >= 0) {
            return TestJvm.Outcome.notRun("the line is not found once in " + breakage.file());
        }
        if (!write(jvm, breakage.file(), text.replace(breakage.line(), breakage.instead()))) {
            return TestJvm.Outcome.notRun("it does not compile");
        }
        TestJvm.Outcome fast = jvm.run(breakage.tests(), FAST_MODE);
        return fast.verdict() == TestJvm.Verdict.RED ? fast : inAllModes(jvm, breakage);
    }

    /** Sentinels and a Cluster take long to start, and one mode is enough for most lines. */
    private static TestJvm.Outcome inAllModes(TestJvm jvm, Breakage breakage) throws Exception {
        TestJvm.Outcome broken = jvm.run(breakage.tests());
        if (broken.verdict() != TestJvm.Verdict.RED) {
            return broken;
        }
        jvm.clear();
        TestJvm.Outcome unbroken = jvm.run(breakage.tests());
        if (unbroken.verdict() == TestJvm.Verdict.RED) {
            unbroken = jvm.run(breakage.tests());
        }
        return unbroken.verdict() == TestJvm.Verdict.UNNOTICED
                ? broken
                : TestJvm.Outcome.notRun("nothing is broken, and yet " + unbroken);
    }

    private static boolean write(TestJvm jvm, Path file, String broken) throws Exception {
        Path resources = file.getName(0).resolve("src/main/resources");
        if (file.startsWith(resources)) {
            Path target = jvm.classes().resolve(resources.relativize(file));
            Files.createDirectories(target.getParent());
            Files.writeString(target, broken);
            return true;
        }
        Files.createDirectories(jvm.scratch());
        Path source = jvm.scratch().resolve(file.getFileName());
        Files.writeString(source, broken);
        return jvm.compile(source);
    }
}
