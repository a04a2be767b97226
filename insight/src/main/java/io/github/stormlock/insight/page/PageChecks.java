package io.github.stormlock.insight.page;

import com.sun.net.httpserver.Headers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Says who may see what. Each request has to name the announced host, so that no other site's name can be made to lead here.
 * Data are for viewers who know the key, or have the cookie that they got for it. Immutable.
 *
 * @param host host and port, as announced
 * @param cookieName cookies know no ports: it has this one, so that two servers do not take each other's away
 */
record PageChecks(String host, PageKey key, String cookieName) {
    private static final String BEARER = "Bearer ";

    /** Returns why a request is not answered at all; empty if it is. */
    Optional<PageAnswer> refused(String method, Headers request) {
        List<String> hosts = request.getOrDefault("Host", List.of());
        if (hosts.size() != 1 || !hosts.get(0).equalsIgnoreCase(host)) {
            return Optional.of(PageAnswer.no(421, "This is " + host + ", and answers to no other name."));
        }
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return Optional.of(
                    PageAnswer.no(405, "Nothing can be changed here.").with("Allow", "GET, HEAD"));
        }
        return Optional.empty();
    }

    /** Returns why a viewer may not see the data; empty if that is no question. */
    Optional<PageAnswer> forbidden(Headers request) {
        String given = request.getFirst("Authorization");
        if (given != null) {
            return isKey(given) ? Optional.empty() : Optional.of(PageAnswer.no(403, "The key is wrong."));
        }
        return hasCookie(request)
                ? Optional.empty()
                : Optional.of(PageAnswer.no(403, "Open the address that locks serve has printed, with its key."));
    }

    /** Returns the answer with a cookie, where the viewer came with the key. */
    PageAnswer exchanged(Headers request, PageAnswer answer) {
        return request.getFirst("Authorization") == null || hasCookie(request)
                ? answer
                : answer.with("Set-Cookie", cookieName + "=" + key.cookie() + "; Path=/; HttpOnly; SameSite=Strict");
    }

    private boolean isKey(String given) {
        return given.startsWith(BEARER)
                && key.is(given.substring(BEARER.length()).strip());
    }

    private boolean hasCookie(Headers request) {
        return request.getOrDefault("Cookie", List.of()).stream()
                .flatMap(line -> Arrays.stream(line.split(";")))
                .map(String::strip)
                .filter(cookie -> cookie.startsWith(cookieName + "="))
                .anyMatch(cookie -> key.isCookie(cookie.substring(cookieName.length() + 1)));
    }
}
