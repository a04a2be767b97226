package io.github.stormlock.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.insight.read.Rates;
import io.github.stormlock.insight.read.Rates.OfEntry;
import io.github.stormlock.insight.terminal.Keyboard;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopScreenTest {
    private static final OfEntry BUSY = new OfEntry("page:/busy", 100, 1, 0, 0, 0, 0, 0, 0.9);
    private static final OfEntry AWAITED = new OfEntry("site", 10, 1, 9, 0, 0, 0, 0, 0.1);

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void qEndsAtOnce() throws InterruptedException {
        assertThat(screen("q").stands(10_000)).isFalse();
    }

    @Test
    void withoutAKeyItStandsUntilTheTimeIsOver() throws InterruptedException {
        assertThat(screen("").stands(1)).isTrue();
    }

    @Test
    void sSortsByTheNext() throws InterruptedException {
        screen("sq").stands(10_000);

        assertThat(entriesFirstAndLast()).containsExactly(List.of("page:/busy", "site"), List.of("site", "page:/busy"));
        assertThat(lastPicture()).contains("by waits; q quits, s sorts, / filters");
    }

    @Test
    void aSlashAndSomeTextFilter() throws InterruptedException {
        screen("/sitx\177e\rq").stands(10_000);

        assertThat(lastPicture()).contains("site").doesNotContain("page:/busy").contains("entries with site;");
    }

    @Test
    void escapeLeavesTheFilterAsItWas() throws InterruptedException {
        screen("/nowhere\033q").stands(10_000);

        assertThat(lastPicture()).contains("page:/busy").doesNotContain("nowhere");
    }

    @Test
    void aTypedQIsPartOfTheText() throws InterruptedException {
        assertThat(screen("/q").stands(300)).isTrue();

        assertThat(lastPicture()).contains("entries with: q_");
    }

    @Test
    void controlCharactersAreNotTyped() throws InterruptedException {
        screen("/\007\tx").stands(300);

        assertThat(lastPicture()).contains("entries with: x_");
    }

    @Test
    void whereNobodyPressesKeysNoneIsNamed() {
        screen(Keyboard.OF_NOBODY);

        assertThat(lastPicture()).contains("page:/busy").doesNotContain("q quits");
    }

    private TopScreen screen(String keys) {
        return screen(new TypedKeys(keys));
    }

    private TopScreen screen(Keyboard keyboard) {
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        TopView view = new TopView(TopView.Order.updates, "", 20, /* once= */ false);
        TopScreen screen = new TopScreen(new Invocation(out, out), view, keyboard);
        screen.show(new Rates(List.of(), List.of(BUSY, AWAITED)), true);
        return screen;
    }

    private List<List<String>> entriesFirstAndLast() {
        List<List<String>> orders = pictures().stream()
                .map(picture -> picture.lines()
                        .map(line -> line.strip().split(" ", 2)[0])
                        .filter(List.of("page:/busy", "site")::contains)
                        .toList())
                .toList();
        return List.of(orders.get(0), orders.get(orders.size() - 1));
    }

    private String lastPicture() {
        List<String> all = pictures();
        return all.get(all.size() - 1);
    }

    private List<String> pictures() {
        return Arrays.stream(printed.toString(StandardCharsets.UTF_8).split("\u001b\\[H\u001b\\[2J"))
                .filter(picture -> !picture.isEmpty())
                .toList();
    }

    /** Keys that are all there at once. */
    private static final class TypedKeys implements Keyboard {
        private final String keys;
        private int next;

        TypedKeys(String keys) {
            this.keys = keys;
        }

        @Override
        public int await(long millis) throws InterruptedException {
            return next == keys.length() ? Keyboard.OF_NOBODY.await(millis) : keys.charAt(next++);
        }
    }
}
