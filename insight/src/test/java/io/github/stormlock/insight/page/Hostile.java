package io.github.stormlock.insight.page;

import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.WaitEdge;
import io.github.stormlock.insight.page.state.WorkerRow;
import io.github.stormlock.insight.read.Rates.OfEntry;
import java.util.List;

/** States whose texts somebody wrote who means harm. */
final class Hostile {
    private Hostile() {}

    static PageState state(List<String> names) {
        return new PageState(
                "127.0.0.1:6379 (standalone)",
                names.stream()
                        .map(name -> new WorkerRow(name, name, name, 1, 2, 3.0, 4, 5, 6, 7L, Level.OK, name))
                        .toList(),
                FakeState.totals(),
                names.stream()
                        .map(name -> FakeState.row(name, name, 1L, 2L, name, 3, 4, Level.LOOK, name, name))
                        .toList(),
                names.stream()
                        .map(name -> new WaitEdge(name, name, name, 2, false))
                        .toList(),
                names.stream()
                        .map(name -> new OfEntry(name, 1, 3.0, 2, 5_000, 0, 0, 4, 0))
                        .toList(),
                names);
    }
}
