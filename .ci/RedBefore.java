import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Runs the test of each mend against the commit before it, and demands that it fails there by an assertion.
 * .ci/red-before starts it in the root of the project. The older commits are built already, each in a folder of its
 * own. Of newer tests only the named one and its support classes are compiled
 * there, as they were at the commit that the table names.
 */
public final class RedBefore {
    private static final Path SCRATCH = Path.of("target", "red-before");

    private RedBefore() {}

    private record Mend(String name, String commit, String module, String test, List<Path> support) {
        List<Path> sources(Path tests) {
            List<Path> sources = new ArrayList<>();
            support.forEach(file -> sources.add(tests.resolve(file)));
            String type = (TestJvm.PACKAGE + test.replaceAll("#.*", "")).replace('.', '/');
            sources.add(tests.resolve(Path.of(module, "src/test/java", type + ".java")));
            return sources;
        }
    }

    /**
     * @param args the class path of JUnit and of this program; the folder of the tests' sources; then, if wanted, a regular expression that is found in
     * the names of the mends to run
     */
    public static void main(String[] args) throws Exception {
        List<Mend> mends = read(Path.of(".ci", "red-before.txt"));
        if (args.length > 2) {
            Pattern part = Pattern.compile(args[2]);
            mends.removeIf(mend -> !part.matcher(mend.name()).find());
        }
        int red = 0;
        for (Mend mend : mends) {
            TestJvm.Outcome outcome = run(mend, args[0], Path.of(args[1]));
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

    private static TestJvm.Outcome run(Mend mend, String tools, Path tests) throws Exception {
        Path older = SCRATCH.resolve(mend.commit());
        Path module = older.resolve(mend.module());
        String classPath = String.join(
                File.pathSeparator,
                module.resolve("target/test-classes").toString(),
                module.resolve("target/classes").toString(),
                Files.readString(module.resolve("target/class-path-of-tests.txt")).strip(),
                tools);
        // Some tests wait long for something that never comes at the older commit.
        TestJvm jvm = new TestJvm(SCRATCH.resolve("run"), classPath, 150);
        jvm.clear();
        return jvm.compile(mend.sources(tests))
                ? jvm.run(List.of(mend.test()))
                : TestJvm.Outcome.notRun(mend.test() + " does not compile there");
    }

    private static List<Mend> read(Path table) throws IOException {
        List<Mend> mends = new ArrayList<>();
        for (String line : Files.readAllLines(table)) {
            if (line.isBlank() || line.startsWith("#") || line.startsWith("tests ")) {
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
