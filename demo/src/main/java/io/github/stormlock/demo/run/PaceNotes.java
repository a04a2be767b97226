package io.github.stormlock.demo.run;

import io.github.stormlock.demo.report.RunFigures;
import io.github.stormlock.demo.report.RunPace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Notes the work of a run once a second, for its report. After some hours it notes less often. Not thread-safe. */
final class PaceNotes {
    private static final int MOST = 5_000;
    private static final double SECOND = 1e9;

    private final LongSupplier nanoTime;
    private final List<RunPace> notes = new ArrayList<>();
    private long start;
    private double every = 1;

    PaceNotes(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    void update(RunFigures figures) {
        long now = nanoTime.getAsLong();
        if (notes.isEmpty()) {
            start = now;
        }
        double second = (now - start) / SECOND;
        if (!notes.isEmpty() && second - notes.get(notes.size() - 1).second() < every) {
            return;
        }
        notes.add(new RunPace(second, figures));
        if (notes.size() > MOST) {
            every *= 2;
            List<RunPace> half = new ArrayList<>();
            for (int i = 0; i < notes.size(); i += 2) {
                half.add(notes.get(i));
            }
            notes.clear();
            notes.addAll(half);
        }
    }

    List<RunPace> notes() {
        return List.copyOf(notes);
    }
}
