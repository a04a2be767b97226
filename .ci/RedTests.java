import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.platform.commons.util.ReflectionUtils;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests and writes down what became of them, a line each: "RED" for a test that failed by itself, "HUNG" for one
 * that was stopped, "BROKEN" for a container that failed or a test that could not begin, and "GREEN" with the number of
 * tests that passed. A test that does not apply to its mode is none of these.
 */
public final class RedTests implements TestExecutionListener {
    /** The exceptions of a test that could not begin, because its server or its class failed. */
    private static final Set<String> COULD_NOT_BEGIN =
            Set.of("ParameterResolutionException", "TestInstantiationException", "ExtensionConfigurationException");

    private final List<String> lines = new ArrayList<>();
    private int green;

    /** @param args the file to write to, then names of classes, or of methods as {@code class#method} */
    public static void main(String[] args) throws IOException {
        RedTests listener = new RedTests();
        List<DiscoverySelector> selectors = new ArrayList<>();
        for (String name : List.of(args).subList(1, args.length)) {
            if (name.contains("#")) {
                selectors.addAll(methods(name.substring(0, name.indexOf('#')), name.substring(name.indexOf('#') + 1)));
            } else {
                selectors.add(selectClass(name));
            }
        }
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request().selectors(selectors).build();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request, listener);
        listener.lines.add("GREEN " + listener.green);
        Files.write(Path.of(args[0]), listener.lines);
        // Threads that a broken library has left behind would keep the JVM alive.
        System.exit(0);
    }

    /**
     * Returns selectors of all methods with the name. A selector that names no parameters finds a method without
     * parameters only.
     */
    private static List<DiscoverySelector> methods(String className, String name) {
        List<DiscoverySelector> found = new ArrayList<>();
        Class<?> type = ReflectionUtils.tryToLoadClass(className).getOrThrow(
                e -> new IllegalArgumentException("there is no class " + className, e));
        ReflectionUtils.findMethods(type, method -> method.getName().equals(name))
                .forEach(method -> found.add(selectMethod(type, method)));
        if (found.isEmpty()) {
            throw new IllegalArgumentException("there is no method " + name + " in " + className);
        }
        return found;
    }

    @Override
    public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == Status.SUCCESSFUL) {
            green += test.isTest() ? 1 : 0;
        } else if (result.getStatus() == Status.FAILED) {
            String reason = result.getThrowable().map(RedTests::inOneLine).orElse("");
            lines.add((test.isTest() ? kind(result) : "BROKEN") + ' ' + name(test) + "\t" + reason);
        }
    }

    private static String kind(TestExecutionResult result) {
        Throwable thrown = result.getThrowable().orElse(null);
        if (thrown instanceof java.util.concurrent.TimeoutException && isOfJUnit(thrown)) {
            return "HUNG";
        }
        boolean begun = !(thrown instanceof LinkageError)
                && (thrown == null || !COULD_NOT_BEGIN.contains(thrown.getClass().getSimpleName()));
        return begun ? "RED" : "BROKEN";
    }

    private static boolean isOfJUnit(Throwable thrown) {
        return List.of(thrown.getStackTrace()).stream()
                        .limit(4)
                        .anyMatch(frame -> frame.getClassName().startsWith("org.junit.jupiter.engine"))
                || String.valueOf(thrown.getMessage()).contains("timed out after");
    }

    private static String name(TestIdentifier test) {
        return test.getSource()
                .map(source -> source instanceof MethodSource method
                        ? simple(method.getClassName()) + '.' + method.getMethodName()
                        : source instanceof ClassSource type ? simple(type.getClassName()) : null)
                .orElse(test.getDisplayName());
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    private static String inOneLine(Throwable thrown) {
        // A random test may fail on half a character, which no file takes.
        String text = new String(thrown.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        return text.strip().replaceAll("\\s+", " ");
    }
}
