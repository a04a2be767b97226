import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Runs the test of each mend against the commit before it, and demands that it fails there by an assertion: started by
 * .ci/red-before, in the root of the project. The older commits are built already, each in a folder of its own; of the
 * tests of today only the named one and its support classes are compiled there.
 */
public final class RedBefore {
    private static final Path SCRATCH = Path.of("target", "red-before");

    private RedBefore() {}

    private record Mend(String name, String commit, String module, String test, List<Path> support) {
        List<Path> sources() {
            List<Path> sources = new ArrayList<>(support);
            String type = (TestJvm.PACKAGE + test.replaceAll("#.*", "")).replace('.', '/');
            sources.add(Path.of(module, "src/test/java", type + ".java"));
            return sources;
        }
    }

    /** @param args the class path of JUnit and of this program; then, if wanted, a part of a name */
    public static void main(String[] args) throws Exception {
        List<Mend> mends = read(Path.of(".ci", "red-before.txt"));
        if (args.length > 1) {
            Pattern part = Pattern.compile(args[1]);
            mends.removeIf(mend -> !part.matcher(mend.name()).find());
        }
        int red = 0;
        for (Mend mend : mends) {
            TestJvm.Outcome outcome = run(mend, args[0]);
            boolean shown = outcome.verdict() == TestJvm.Verdict.RED && outcome.byAssertion();
            red += shown ? 1 : 0;
            System.out.printf("%-12s %s: %s%n", mend.name(), mend.commit(), told(outcome, shown));
        }
        System.out.printf("%d mends: %d tests red before, %d not%n", mends.size(), red, mends.size() - red);
        System.exit(!mends.isEmpty() && red == mends.size() ? 0 : 1);
    }

    private static String told(TestJvm.Outcome outcome, boolean shown) {
        String reason = outcome.verdict() == TestJvm.Verdict.RED && !shown ? "FAILED BY NO ASSERTION: " : "";
        return (shown ? "red: " : reason.isEmpty() ? outcome.verdict() + ": " : reason) + outcome.detail();
    }

    private static TestJvm.Outcome run(Mend mend, String tools) throws Exception {
        Path older = SCRATCH.resolve(mend.commit());
        Path module = older.resolve(mend.module());
        String classPath = String.join(
                File.pathSeparator,
                module.resolve("target/test-classes").toString(),
                module.resolve("target/classes").toString(),
                Files.readString(module.resolve("target/class-path-of-tests.txt")).strip(),
                tools);
        // Some tests wait long for what never came.
        TestJvm jvm = new TestJvm(SCRATCH.resolve("run"), classPath, 150);
        jvm.clear();
        return jvm.compile(mend.sources())
                ? jvm.run(List.of(mend.test()))
                : TestJvm.Outcome.notRun(mend.test() + " does not compile there");
    }

    private static List<Mend> read(Path table) throws IOException {
        List<Mend> mends = new ArrayList<>();
        for (String line : Files.readAllLines(table)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] fields = line.split("\\|", -1);
            if (fields.length != 5) {
                throw new IllegalArgumentException("a mend has five fields between | signs: " + line);
            }
            mends.add(new Mend(
                    fields[0].strip(), fields[1].strip(), fields[2].strip(), fields[3].strip(), files(fields[4])));
        }
        return mends;
    }

    private static List<Path> files(String names) {
        return Pattern.compile("\\s+").splitAsStream(names.strip()).filter(name -> !name.isEmpty()).map(Path::of).toList();
    }
}
