package io.github.stormlock.insight.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.github.stormlock.insight.redis.CannotAskException;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of viewers: the page to all of them, data to those who may see it. Changes nothing. Thread-safe.
 *
 * @param run tells this server from one before it
 */
record PageHandler(PageChecks checks, PageFiles files, String run, SharedReader reader) implements HttpHandler {
    private static final int LONGEST_NAME = 4_096;
    private static final Map<String, String> ALWAYS = Map.of(
            "Cache-Control", "no-store",
            "Content-Security-Policy",
                    "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none';"
                            + " require-trusted-types-for 'script'",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Referrer-Policy", "no-referrer",
            "X-Content-Type-Options", "nosniff");

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            PageAnswer answer;
            try {
                answer = answer(exchange);
            } catch (RuntimeException e) {
                // Its message is not meant for viewers.
                answer = PageAnswer.no(500, "The answer failed: " + e.getClass().getSimpleName());
            }
            send(exchange, answer);
        }
    }

    private PageAnswer answer(HttpExchange exchange) {
        Headers request = exchange.getRequestHeaders();
        Optional<PageAnswer> refused = checks.refused(exchange.getRequestMethod(), request);
        if (refused.isPresent()) {
            return refused.get();
        }
        String path = exchange.getRequestURI().getPath();
        Optional<PageAnswer> file = files.at(path);
        if (file.isPresent()) {
            return file.get();
        }
        if (!List.of("/api/v1/state", "/api/v1/lock", "/metrics").contains(path)) {
            return PageAnswer.no(404, "There is nothing here.");
        }
        return checks.forbidden(request)
                .orElseGet(() -> checks.exchanged(
                        request, data(path, exchange.getRequestURI().getRawQuery(), request)));
    }

    private PageAnswer data(String path, @Nullable String query, Headers request) {
        return switch (path) {
            case "/api/v1/state" -> state(request.getFirst("If-None-Match"));
            case "/metrics" -> PageMetrics.answer(reader.latest());
            default -> lock(query);
        };
    }

    private PageAnswer state(@Nullable String knownTag) {
        StateReading reading = reader.latest();
        String tag = "\"" + run + "-" + reading.number() + "\"";
        return tag.equals(knownTag)
                ? PageAnswer.notModified(tag)
                : PageAnswer.ok(PageAnswer.JSON, StateJson.state(reading)).with("ETag", tag);
    }

    private PageAnswer lock(@Nullable String query) {
        String begin = "name=";
        if (query == null || !query.startsWith(begin) || query.length() > LONGEST_NAME) {
            return PageAnswer.no(400, "Ask for ?name= and the name of a lock, not longer than " + LONGEST_NAME + ".");
        }
        String name;
        try {
            name = URLDecoder.decode(query.substring(begin.length()), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return PageAnswer.no(400, "The name is badly encoded.");
        }
        try {
            return PageAnswer.ok(PageAnswer.JSON, StateJson.lock(name, reader.lock(name)));
        } catch (CannotAskException e) {
            return PageAnswer.ok(PageAnswer.JSON, StateJson.trouble(e.getMessage()));
        }
    }

    private static void send(HttpExchange exchange, PageAnswer answer) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        ALWAYS.forEach(headers::set);
        headers.set("Content-Type", answer.type());
        answer.headers().forEach(headers::set);
        boolean withoutBody =
                answer.body().length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(answer.status(), withoutBody ? -1 : answer.body().length);
        if (!withoutBody) {
            exchange.getResponseBody().write(answer.body());
        }
    }
}
