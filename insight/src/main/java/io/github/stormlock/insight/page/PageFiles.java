package io.github.stormlock.insight.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The page itself, from the jar: it has no data, and everybody may load it. Immutable. */
final class PageFiles {
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String CHART = "/META-INF/resources/webjars/chartjs/4.4.3/dist/chart.umd.js";

    private final Map<String, PageAnswer> answers = new HashMap<>();

    PageFiles() {
        answers.put("/", PageAnswer.ok("text/html; charset=utf-8", bytes("page.html")));
        answers.put("/app.js", PageAnswer.ok(SCRIPT, bytes("app.js")));
        answers.put("/app.css", PageAnswer.ok("text/css; charset=utf-8", bytes("app.css")));
        answers.put("/chart.js", PageAnswer.ok(SCRIPT, bytes(CHART)));
        // Browsers ask for it unasked, and complain of an error.
        answers.put("/favicon.ico", PageAnswer.nothing());
    }

    Optional<PageAnswer> at(String path) {
        return Optional.ofNullable(answers.get(path));
    }

    private static byte[] bytes(String name) {
        try (@Nullable InputStream file = PageFiles.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("the jar has no " + name);
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
