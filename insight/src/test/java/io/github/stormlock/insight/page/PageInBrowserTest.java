package io.github.stormlock.insight.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import io.github.stormlock.insight.fixture.Chromium;
import io.github.stormlock.insight.fixture.Viewer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page in a browser: for the eye, the ear, the keyboard, and against those who write bad names into Redis. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("server")
class PageInBrowserTest {
    private static final String FIRST_ROW = "#locks-table tbody tr:first-child .open";

    private Chromium chromium;
    private FakeState source;
    private PageServer server;

    @BeforeAll
    void startBrowser() {
        chromium = Chromium.start();
    }

    @BeforeEach
    void start() {
        source = new FakeState(FakeState.busy());
        server = PageServer.start("127.0.0.1", 0, null, source);
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @AfterAll
    void stopBrowser() {
        if (chromium != null) {
            chromium.close();
        }
    }

    private Viewer view() {
        return view(1_280, ColorScheme.LIGHT).untilLive();
    }

    private Viewer view(int width, ColorScheme scheme) {
        return chromium.view(
                server, new NewContextOptions().setViewportSize(width, 800).setColorScheme(scheme));
    }

    @Test
    void keyBecomesACookieAndLeavesTheAddress() {
        try (Viewer viewer = view()) {
            assertThat(viewer.page().url()).isEqualTo(server.address().replaceAll("#.*", ""));
            assertThat(viewer.eval("document.cookie")).isEqualTo("");
            viewer.page().reload();
            viewer.untilLive();
            viewer.waits("document.querySelectorAll('#locks-table tbody tr').length === 8");
            viewer.assertNoComplaints();
        }
    }

    @Test
    void wrongKeyShowsNothing() {
        String wrong = server.address().replaceAll("#.*", "#" + "x".repeat(43));
        try (Viewer viewer = chromium.view(wrong, new NewContextOptions())) {
            viewer.page().waitForSelector("text=The key is wrong.");
            assertThat(viewer.eval("document.querySelectorAll('td').length")).isEqualTo(0);
            assertThat(viewer.statuses()).contains(403);
            // The right address in the same tab changes only what is behind the hash.
            viewer.page().navigate(server.address());
            viewer.untilLive();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void axeFindsNothing(ColorScheme scheme) {
        try (Viewer viewer = view(1_280, scheme).untilLive()) {
            viewer.page().click(FIRST_ROW);
            viewer.page().waitForSelector(".detail .command");
            viewer.page().click("#figures summary");
            viewer.page().click("#waits-words summary");
            viewer.waits("document.querySelectorAll('#figures-table td').length > 0");
            List<Rule> violations = new AxeBuilder(viewer.page()).analyze().getViolations();
            assertThat(violations)
                    .extracting(rule -> rule.getId() + " " + rule.getNodes())
                    .isEmpty();
            viewer.page().setViewportSize(360, 740);
            assertThat(new AxeBuilder(viewer.page()).analyze().getViolations())
                    .extracting(Rule::getId)
                    .isEmpty();
            viewer.assertNoComplaints();
        }
    }

    @Test
    void axeFindsNothingInTroubleAndInQuiet() {
        source.next = FakeState.quiet();
        try (Viewer viewer = view()) {
            assertThat(new AxeBuilder(viewer.page()).analyze().getViolations())
                    .extracting(Rule::getId)
                    .isEmpty();
            source.trouble = "Redis at c1:6379 does not answer";
            viewer.page().waitForSelector("#troubles >> text=Redis at c1:6379 does not answer");
            assertThat(viewer.page().textContent("#live")).isEqualTo("no state");
            assertThat(new AxeBuilder(viewer.page()).analyze().getViolations())
                    .extracting(Rule::getId)
                    .isEmpty();
            source.trouble = null;
            viewer.untilLive();
            assertThat(viewer.page().textContent("#troubles")).isEmpty();
            viewer.assertNoComplaints();
        }
    }

    @Test
    void namesWithMarkupAndControlCharactersDoNothing() {
        List<String> names = List.of(
                "<img src=x onerror=alert(1)>",
                "\"><script>alert(1)</script>",
                "a\u0000b\u001b[31m\r\nc",
                "user:\u202Eteg\u2066nimda\u200b",
                "javascript:alert(1)",
                "${alert(1)}{{7*7}}%00%zz&amp;?#'\"`",
                "\uD83D\uDE00 \u00e4\u4e2d");
        source.next = Hostile.state(names);
        try (Viewer viewer = view()) {
            viewer.waits("document.querySelectorAll('#locks-table tbody tr').length === " + names.size());
            assertThat(viewer.eval("[...document.querySelectorAll('#locks-table .open')].map((e) => e.textContent)"))
                    .isEqualTo(List.of(
                            names.get(0),
                            names.get(1),
                            "a\\u{0}b\\u{1b}[31m\\u{d}\\u{a}c",
                            "user:\\u{202e}teg\\u{2066}nimda\\u{200b}",
                            names.get(4),
                            names.get(5),
                            names.get(6)));
            for (int i = 0; i < names.size(); i++) {
                viewer.page().locator("#locks-table .open").nth(i).click();
                viewer.page().waitForSelector(".detail .command");
                assertThat(source.lastLock).isEqualTo(names.get(i));
                viewer.page().keyboard().press("Escape");
            }
            viewer.page().click("#waits-words summary");
            assertThat(viewer.eval("document.querySelectorAll('main img, main script, main iframe, main a').length"))
                    .isEqualTo(0);
            assertThat((String) viewer.eval("document.body.innerText")).doesNotContain("\u202E", "\u001b", "\u0000");
            viewer.assertNoComplaints();
        }
    }

    @Test
    void browserItselfRefusesMarkupAndForeignCode() {
        try (Viewer viewer = view()) {
            assertThatThrownBy(() -> viewer.eval("document.body.innerHTML = '<b>x</b>'"))
                    .isInstanceOf(PlaywrightException.class)
                    .hasMessageContaining("TrustedHTML");
            viewer.complaints().clear();
            assertThat(viewer.eval("fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')"))
                    .isEqualTo("refused");
            assertThat(viewer.complaints()).anyMatch(text -> text.contains("Content Security Policy"));
        }
    }

    @Test
    void allCanBeDoneByKeyboard() {
        try (Viewer viewer = view()) {
            viewer.waits("document.querySelectorAll('#locks-table .open').length === 8");
            tabUntil(viewer, "document.activeElement.classList.contains('open')");
            viewer.page().keyboard().press("Enter");
            viewer.page().waitForSelector(".detail >> text=held by an update");
            int asked = source.asked.get();
            viewer.waits("document.activeElement.getAttribute('aria-expanded') === 'true'");
            org.awaitility.Awaitility.await().until(() -> source.asked.get() > asked + 2);
            assertThat(viewer.eval("document.activeElement.textContent")).isEqualTo("order:881");
            tabUntil(viewer, "document.activeElement.textContent === 'Copy'");
            viewer.page().keyboard().press("Enter");
            viewer.waits("document.activeElement.textContent !== 'Copy'");
            viewer.page().keyboard().press("Escape");
            viewer.waits("!document.querySelector('.detail')");
            assertThat(viewer.eval("document.activeElement.textContent")).isEqualTo("order:881");
            tabUntil(viewer, "document.activeElement.id === 'what'");
            viewer.page().keyboard().press("ArrowDown");
            assertThat(viewer.eval("document.activeElement.value")).isEqualTo("hold");
            viewer.assertNoComplaints();
        }
    }

    private static void tabUntil(Viewer viewer, String javaScript) {
        for (int i = 0; i < 60 && !Boolean.TRUE.equals(viewer.eval(javaScript)); i++) {
            viewer.page().keyboard().press("Tab");
        }
        assertThat(viewer.eval(javaScript)).as(javaScript).isEqualTo(true);
    }

    @Test
    void pauseLetsTheReaderRest() {
        try (Viewer viewer = view()) {
            viewer.page().click("#pause");
            org.awaitility.Awaitility.await()
                    .during(java.time.Duration.ofMillis(2_500))
                    .atMost(java.time.Duration.ofSeconds(20))
                    .until(source::askedSince, asked -> asked == 0);
            viewer.page().click("#pause");
            viewer.untilLive();
            assertThat(source.askedSince()).isPositive();
        }
    }

    @Test
    void findAndWorthALookLeaveRowsOut() {
        try (Viewer viewer = view()) {
            viewer.page().fill("#find", "CHECKOUT");
            viewer.waits("document.querySelectorAll('#locks-table tbody tr').length === 1");
            viewer.page().fill("#find", "no such");
            viewer.page().waitForSelector("text=No lock is like that.");
            viewer.page().fill("#find", "");
            viewer.page().check("#look");
            viewer.waits("document.querySelectorAll('#locks-table tbody tr').length === 4");
        }
    }

    @Test
    void hotEntriesAreSortedByRateWaitsOrConflicts() {
        String first = "document.querySelector('#hot-table tbody td').textContent === '%s'";
        try (Viewer viewer = view()) {
            viewer.waits(first.formatted("page:/checkout"));
            viewer.page().selectOption("#by", "waitsPerSecond");
            viewer.waits(first.formatted("site"));
            viewer.page().selectOption("#by", "missesPerSecond");
            viewer.waits(first.formatted("page:/"));
            assertThat(viewer.page().textContent("#bad-count")).contains(" minutes");
        }
    }

    @Test
    void gapInTheHistoryIsAGapInTheLine() {
        try (Viewer viewer = view()) {
            String pieces = "document.querySelector('.tile path:not(.area)').getAttribute('d').split('M').length === ";
            viewer.waits(pieces + 2);
            source.trouble = "Redis at c1:6379 does not answer";
            org.awaitility.Awaitility.await()
                    .pollDelay(Duration.ofSeconds(11))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> true);
            source.trouble = null;
            viewer.waits(pieces + 3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {360, 640, 1_000, 1_280})
    void nothingScrollsSideways(int width) {
        source.next = Hostile.state(List.of("x".repeat(600), "page:/" + "a/".repeat(300), "short"));
        try (Viewer viewer = view(width, ColorScheme.LIGHT).untilLive()) {
            viewer.waits("document.querySelectorAll('#locks-table tbody tr').length === 3");
            viewer.page().click(FIRST_ROW);
            viewer.page().waitForSelector(".detail .command");
            viewer.page().click("#figures summary");
            viewer.waits("document.querySelectorAll('#figures-table td').length > 0");
            assertThat(viewer.eval("document.documentElement.scrollWidth")).isEqualTo(width);
            assertThat(viewer.eval("[...document.querySelectorAll('main *')].filter((e) => e.checkVisibility()"
                            + " && !e.closest('caption, svg, .scroll, thead') && e.getBoundingClientRect().right > innerWidth)"
                            + ".map((e) => e.outerHTML.slice(0, 80))"))
                    .isEqualTo(List.of());
        }
    }

    @Test
    void coloursFollowTheSystemUntilChosen() {
        try (Viewer viewer = view(1_280, ColorScheme.DARK).untilLive()) {
            assertThat(viewer.eval("document.documentElement.dataset.theme")).isEqualTo("dark");
            viewer.page().click("#theme");
            assertThat(viewer.eval("document.documentElement.dataset.theme")).isEqualTo("light");
            viewer.page().reload();
            viewer.untilLive();
            assertThat(viewer.eval("document.documentElement.dataset.theme")).isEqualTo("light");
        }
    }

    @Test
    void nothingMovesWhereMotionIsUnwanted() {
        try (Viewer viewer = chromium.view(server, new NewContextOptions().setReducedMotion(ReducedMotion.REDUCE))
                .untilLive()) {
            assertThat(viewer.eval("[...document.querySelectorAll('*')].filter((e) => {"
                            + " const s = getComputedStyle(e); return s.transitionDuration !== '0s' || s.animationName !== 'none';"
                            + "}).length"))
                    .isEqualTo(0);
        }
    }

    @Test
    void pageSaysThatTheServerIsGone() {
        try (Viewer viewer = view()) {
            server.close();
            viewer.page().waitForSelector("#troubles >> text=locks serve does not answer");
            assertThat(viewer.page().textContent("#live")).isEqualTo("no answer");
        }
    }
}
