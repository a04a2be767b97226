package io.github.stormlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The Javadoc of the public API has a comment, a parameter, a result and an exception wherever doclint asks for one.
 * The compact constructor of a record is left out: its type tells the components.
 */
class JavadocTest {
    private static final Pattern COMPACT_CONSTRUCTOR = Pattern.compile("\\s*public [A-Z]\\w* \\{");

    @ParameterizedTest
    @ValueSource(strings = {"storm-lock", "storm-lock-test", "storm-lock-micrometer", "storm-lock-quorum"})
    void publicApiIsComplete(String module, @TempDir Path classes) throws IOException {
        assertThat(missing(Path.of("..", module, "src/main/java"), classes)).isEmpty();
    }

    /** Types that are marked hidden, or in what the command locks shares, are not met. */
    @Test
    void aUserMeetsSixtyTypesAtMost(@TempDir Path pages) throws IOException {
        List<String> options = new ArrayList<>(List.of("-quiet", "-Xdoclint:none", "-d", pages.toString()));
        for (Path file : api(Path.of("src/main/java"))) {
            if (!file.toString().contains("/lock/insight/")) {
                options.add(file.toString());
            }
        }
        assertThat(ToolProvider.getSystemDocumentationTool().run(null, null, null, options.toArray(String[]::new)))
                .isZero();
        assertThat(Files.readString(pages.resolve("type-search-index.js")).split("\"p\":", -1))
                .hasSizeBetween(30, 61);
    }

    private static List<Path> api(Path sources) throws IOException {
        try (Stream<Path> all = Files.walk(sources)) {
            // The rooms behind the API are compiled already.
            return all.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.toString().contains("/internal/"))
                    .toList();
        }
    }

    private static List<String> missing(Path sources, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<Path> files = api(sources);
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(found, Locale.ENGLISH, null)) {
            List<String> options = List.of(
                    "-proc:none",
                    "-implicit:none",
                    // Comments are looked at then; no class is written.
                    "--should-stop=ifNoError=FLOW",
                    "-d",
                    classes.toString(),
                    "-Xmaxwarns",
                    "10000",
                    "-Xdoclint:all/protected");
            boolean compiled = compiler.getTask(
                            null, manager, found, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertThat(compiled).as("%s", found.getDiagnostics()).isTrue();
        }
        List<String> missing = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> diagnostic : found.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.WARNING && !isOfCompactConstructor(diagnostic)) {
                missing.add(diagnostic.toString());
            }
        }
        return missing;
    }

    private static boolean isOfCompactConstructor(Diagnostic<? extends JavaFileObject> diagnostic) throws IOException {
        String[] lines = diagnostic
                .getSource()
                .getCharContent(/* ignoreEncodingErrors= */ true)
                .toString()
                .split("\n");
        return COMPACT_CONSTRUCTOR
                .matcher(lines[(int) diagnostic.getLineNumber() - 1])
                .matches();
    }
}
