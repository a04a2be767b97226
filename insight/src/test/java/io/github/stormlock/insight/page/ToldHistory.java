package io.github.stormlock.insight.page;

import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.StateSource;
import java.time.Duration;

/** Servers whose history is there from the start, as if somebody had looked for 30 minutes. */
final class ToldHistory {
    private ToldHistory() {}

    static PageServer server(StateSource source) {
        PageHistory history =
                new PageHistory(System.nanoTime() - Duration.ofMinutes(40).toNanos());
        for (int second = 1; second <= 1_700; second++) {
            PageState state = FakeState.busy();
            long nanos = System.nanoTime() - Duration.ofSeconds(1_700 - second).toNanos();
            // Nobody has looked for two minutes: a gap.
            if (second < 900 || second > 1_020) {
                history.add(new StateReading(0, nanos, FakeState.withTotals(state, FakeState.totals(second)), null));
            }
        }
        return PageServer.start(new PageOptions(PageOptions.LOOPBACK, 0, null, false, false), source, history);
    }
}
