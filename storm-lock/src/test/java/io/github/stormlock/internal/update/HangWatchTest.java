package io.github.stormlock.internal.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.internal.lifecycle.Ticker;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The watch without threads: a test runs the looks that are due. */
class HangWatchTest {
    private final ArrayDeque<Runnable> due = new ArrayDeque<>();
    private final HangWatch watch = new HangWatch(Ticker.SYSTEM, (task, nanos) -> due.add(task));
    private final AtomicInteger looks = new AtomicInteger();

    private void look() {
        Objects.requireNonNull(due.poll()).run();
    }

    @Test
    void roundIsLookedAtUntilItLeaves() {
        HangWatch.Round round = now -> looks.incrementAndGet();
        watch.enter(round);
        look();
        look();
        assertThat(looks).hasValue(2);
        watch.leave(round);
        look();
        assertThat(looks).hasValue(2);
        assertThat(due).isEmpty();
    }

    @Test
    void roundsOfOneMomentShareALook() {
        watch.enter(now -> looks.incrementAndGet());
        watch.enter(now -> looks.incrementAndGet());
        assertThat(due).hasSize(1);
        look();
        assertThat(looks).hasValue(2);
    }

    @Test
    void roundThatThrowsKeepsNoOtherFromItsTurn() {
        for (int i = 0; i < 3; i++) {
            watch.enter(now -> looks.incrementAndGet());
        }
        watch.enter(now -> {
            throw new IllegalStateException("of a test");
        });
        assertThatThrownBy(this::look).hasMessage("of a test");
        looks.set(0);
        look();
        assertThat(looks).hasValue(3);
    }

    @Test
    void lookThatCannotBeginIsTriedAgainByTheNextRound() {
        AtomicInteger tries = new AtomicInteger();
        HangWatch failing = new HangWatch(Ticker.SYSTEM, (task, nanos) -> {
            if (tries.incrementAndGet() == 1) {
                throw new OutOfMemoryError("no thread, of a test");
            }
        });
        assertThatThrownBy(() -> failing.enter(now -> {})).isInstanceOf(OutOfMemoryError.class);
        failing.enter(now -> {});
        assertThat(tries).hasValue(2);
    }
}
