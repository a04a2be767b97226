package io.github.stormlock.insight.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A browser of this machine, as good as without a network: it finds no host but loopback. Where there is none, the tests that
 * need it are skipped, unless {@code storm.lock.test.browser} is {@code required}.
 */
final class Chromium implements AutoCloseable {
    private static final boolean REQUIRED = "required".equals(System.getProperty("storm.lock.test.browser"));

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    static Chromium start() {
        Optional<Path> program = Stream.of(
                        Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "chromium"))
                .filter(Files::isExecutable)
                .findFirst();
        assertThat(program.isPresent() || !REQUIRED).as("chromium is required").isTrue();
        assumeTrue(program.isPresent(), "chromium is not installed");
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program.orElseThrow())
                        // Root has no sandbox, and the pictures do not depend on a graphics card.
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-gpu",
                                "--font-render-hinting=none",
                                "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1")));
        return new Chromium(playwright, browser);
    }

    Viewer view(PageServer server, Browser.NewContextOptions options) {
        return view(server.address(), options);
    }

    Viewer view(String address, Browser.NewContextOptions options) {
        return new Viewer(browser.newContext(options), address);
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
