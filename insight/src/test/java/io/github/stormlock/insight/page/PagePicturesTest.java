package io.github.stormlock.insight.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.ScreenshotAnimations;
import io.github.stormlock.insight.fixture.Chromium;
import io.github.stormlock.insight.fixture.Viewer;
import io.github.stormlock.insight.page.state.PageState;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Takes pictures of the page into {@code target/pictures}, and compares them with those that a person has looked at. Take
 * new ones from there after a change of the page, and look at them.
 */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("server")
class PagePicturesTest {
    private static final Path FOLDER = Path.of("target/pictures");
    private static final Path REFERENCES = Path.of("src/test/pictures");

    private Chromium chromium;

    @BeforeAll
    void start() throws Exception {
        chromium = Chromium.start();
        Files.createDirectories(FOLDER);
    }

    @AfterAll
    void stop() {
        if (chromium != null) {
            chromium.close();
        }
    }

    private static NewContextOptions screen(int width, int height, ColorScheme scheme) {
        return new NewContextOptions()
                .setViewportSize(width, height)
                .setColorScheme(scheme)
                .setReducedMotion(ReducedMotion.REDUCE);
    }

    private void picture(String name, PageState state, NewContextOptions screen, String open) throws Exception {
        FakeState source = new FakeState(state);
        try (PageServer server = ToldHistory.server(source);
                Viewer viewer = chromium.view(server, screen).untilLive()) {
            if (!open.isEmpty()) {
                viewer.page().click(open);
                viewer.page().waitForSelector(".detail .command");
                viewer.page().mouse().move(0, 0);
            }
            viewer.page().click("#pause");
            viewer.page().evaluate("document.activeElement.blur()");
            viewer.page()
                    .screenshot(new ScreenshotOptions()
                            .setPath(FOLDER.resolve(name + ".png"))
                            .setFullPage(!name.equals("thousand"))
                            .setAnimations(ScreenshotAnimations.DISABLED));
            viewer.assertNoComplaints();
        }
        compare(name);
    }

    /** References are half as wide: small enough to be kept, large enough to be looked at. */
    private static void compare(String name) throws Exception {
        BufferedImage now =
                PictureCheck.half(ImageIO.read(FOLDER.resolve(name + ".png").toFile()));
        Files.createDirectories(FOLDER.resolve("half"));
        ImageIO.write(now, "png", FOLDER.resolve("half/" + name + ".png").toFile());
        Path reference = REFERENCES.resolve(name + ".png");
        assertThat(reference).exists();
        assertThat(Files.size(reference)).isLessThan(150_000);
        new PictureCheck(name).assertAlike(now, ImageIO.read(reference.toFile()));
    }

    @Test
    void comparisonSeesOtherColoursAndAMissingStyle() throws Exception {
        BufferedImage light = ImageIO.read(REFERENCES.resolve("light.png").toFile());
        BufferedImage dark = ImageIO.read(REFERENCES.resolve("dark.png").toFile());
        assertThat(PictureCheck.difference(light, dark)).isGreaterThan(100);
        BufferedImage opened = ImageIO.read(REFERENCES.resolve("opened.png").toFile());
        assertThat(PictureCheck.difference(light, opened)).isGreaterThan(PictureCheck.MOST_DIFFERENCE);
    }

    @Test
    void light() throws Exception {
        picture("light", FakeState.busy(), screen(1_440, 900, ColorScheme.LIGHT), "");
    }

    @Test
    void dark() throws Exception {
        picture("dark", FakeState.busy(), screen(1_440, 900, ColorScheme.DARK), "");
    }

    @Test
    void openedRow() throws Exception {
        picture("opened", FakeState.busy(), screen(1_440, 900, ColorScheme.LIGHT), "text=page:/checkout");
    }

    @Test
    void thousandLocks() throws Exception {
        picture("thousand", FakeState.large(1_000, 200, 1), screen(1_440, 900, ColorScheme.LIGHT), "");
    }

    @Test
    void narrow() throws Exception {
        picture("narrow", FakeState.busy(), screen(360, 740, ColorScheme.DARK), "");
    }

    @Test
    void quiet() throws Exception {
        picture("quiet", FakeState.quiet(), screen(1_024, 700, ColorScheme.LIGHT), "");
    }
}
