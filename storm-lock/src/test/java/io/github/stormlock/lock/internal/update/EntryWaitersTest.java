package io.github.stormlock.lock.internal.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.internal.update.EntryWaiters.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Those who wait for an entry take turns. */
class EntryWaitersTest {
    private static final long MOMENT = TimeUnit.MILLISECONDS.toNanos(2);

    private final EntryWaiters waiters = new EntryWaiters();
    private final List<String> told = new ArrayList<>();
    private final Waiter first = entry -> told.add("first " + entry);
    private final Waiter second = entry -> told.add("second " + entry);

    @Test
    void theOneThatWaitsLongestIsTold() {
        waiters.enter("page", first);
        waiters.enter("page", second);
        waiters.enter("page", first);
        waiters.letGo("page", 0);
        waiters.letGo("page", 1);
        waiters.letGo("page", 2);
        assertThat(told).containsExactly("first page", "second page");
    }

    @Test
    void theOneThatWasToldGoesFirstForAMoment() {
        waiters.enter("page", first);
        waiters.letGo("page", 100);
        assertThat(waiters.mayTake("page", first, 101)).isTrue();
        assertThat(waiters.mayTake("page", second, 101)).isFalse();
        assertThat(waiters.mayTake("hour", second, 101)).as("of another entry").isTrue();
        assertThat(waiters.mayTake("page", second, 100 + MOMENT)).isTrue();
    }

    @Test
    void whoWasToldAndMetAnotherWaitsAgain() {
        waiters.enter("page", first);
        waiters.letGo("page", 0);
        waiters.enter("page", first);
        waiters.letGo("page", 1);
        assertThat(told).containsExactly("first page", "first page");
    }

    @Test
    void whoHasLeftIsNotTold() {
        waiters.enter("page", first);
        waiters.enter("page", second);
        waiters.leave("page", first);
        waiters.letGo("page", 0);
        assertThat(told).containsExactly("second page");
        waiters.leave("page", second);
        assertThat(waiters.mayTake("page", first, 1))
                .as("nobody was told any more")
                .isTrue();
    }
}
