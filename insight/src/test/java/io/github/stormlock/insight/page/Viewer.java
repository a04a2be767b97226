package io.github.stormlock.insight.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Somebody who looks at a page: notes each request and each complaint of the browser. */
final class Viewer implements AutoCloseable {
    private final BrowserContext context;
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<Integer> statuses = new CopyOnWriteArrayList<>();
    private final Page page;

    Viewer(BrowserContext context, String address) {
        this.context = context;
        context.setDefaultTimeout(20_000);
        page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(request -> requests.add(request.url()));
        page.onResponse((Response response) -> statuses.add(response.status()));
        page.onDialog(dialog -> {
            complaints.add("a dialog: " + dialog.message());
            dialog.dismiss();
        });
        page.navigate(address);
    }

    Viewer untilLive() {
        page.waitForSelector("#live[data-level=ok]");
        return this;
    }

    /** Playwright's own wait would evaluate text inside the page, which the page forbids. */
    void waits(String javaScript) {
        await().pollInSameThread()
                .pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofSeconds(20))
                .until(() -> Boolean.TRUE.equals(page.evaluate(javaScript)));
    }

    Object eval(String javaScript) {
        return page.evaluate(javaScript);
    }

    List<Integer> statuses() {
        return statuses;
    }

    List<String> complaints() {
        return complaints;
    }

    /** Nothing was complained of, and all that was asked for is on this machine. */
    void assertNoComplaints() {
        assertThat(complaints).isEmpty();
        assertThat(requests).isNotEmpty().allSatisfy(url -> assertThat(url).startsWith("http://127.0.0.1:"));
    }

    Page page() {
        return page;
    }

    @Override
    public void close() {
        context.close();
    }
}
