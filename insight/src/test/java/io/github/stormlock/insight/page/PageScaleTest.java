package io.github.stormlock.insight.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Browser.NewContextOptions;
import io.github.stormlock.insight.fixture.Chromium;
import io.github.stormlock.insight.fixture.Viewer;
import io.github.stormlock.insight.page.state.PageState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thousand locks and two hundred workers do not keep the browser from its user. */
@Tag("long")
@Tag("server")
class PageScaleTest {
    private static final int WINDOWS = 6;
    private static final int REFRESHES = 4;

    /** Once with the rows that are shown at first, once with all of them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void refreshingTakesNoLongTask(boolean all) {
        FakeState source = new FakeState(FakeState.large(1_000, 200, 0)) {
            @Override
            public PageState state() {
                next = FakeState.large(1_000, 200, asked.get());
                return super.state();
            }
        };
        try (Chromium chromium = Chromium.start();
                PageServer server =
                        PageServer.start(new PageOptions(PageOptions.LOOPBACK, 0, null, false, false), source);
                Viewer viewer = chromium.view(server, new NewContextOptions().setViewportSize(1_440, 900))
                        .untilLive()) {
            if (all) {
                viewer.page().click("#locks-more");
                viewer.page().click("#workers-more");
            }
            int rows = all ? 1_000 : 100;
            viewer.waits("document.querySelectorAll('#locks-table tbody tr').length >= " + rows);
            viewer.eval("window.longTasks = []; new PerformanceObserver((list) => window.longTasks.push("
                    + "...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' })");
            List<Object> seen = new ArrayList<>();
            // A busy machine takes the processor away in the middle of a task. So one window of several has to be
            // clean.
            for (int window = 0; window < WINDOWS; window++) {
                viewer.eval("window.longTasks.length = 0");
                int asked = source.asked.get();
                await().atMost(Duration.ofSeconds(60)).until(() -> source.asked.get() >= asked + REFRESHES);
                Object tasks = viewer.eval("window.longTasks");
                if (tasks.equals(List.of())) {
                    assertThat(viewer.eval("document.querySelectorAll('#locks-table tbody tr').length"))
                            .isEqualTo(rows);
                    viewer.assertNoComplaints();
                    return;
                }
                seen.add(tasks);
            }
            assertThat(seen).as("long tasks in " + WINDOWS + " windows").isEmpty();
        }
    }

    @Test
    void observerSeesALongTask() {
        FakeState source = new FakeState(FakeState.quiet());
        try (Chromium chromium = Chromium.start();
                PageServer server =
                        PageServer.start(new PageOptions(PageOptions.LOOPBACK, 0, null, false, false), source);
                Viewer viewer = chromium.view(server, new NewContextOptions()).untilLive()) {
            viewer.eval(
                    "window.longTasks = []; new PerformanceObserver((list) => window.longTasks.push("
                            + "...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' });"
                            + "setTimeout(() => { const end = performance.now() + 120; while (performance.now() < end); }, 10)");
            viewer.waits("window.longTasks.length > 0");
        }
    }
}
