package io.github.stormlock.quorum;

import io.github.stormlock.lock.LockEvents;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that keeps what it was told, in order. */
final class ToldAtQuorum implements LockEvents {
    private final List<String> names = new CopyOnWriteArrayList<>();

    List<String> names() {
        return List.copyOf(names);
    }

    @Override
    public void acquired(long waitNanos) {
        names.add("acquired");
    }

    @Override
    public void contended() {
        names.add("contended");
    }

    @Override
    public void timedOut() {
        names.add("timedOut");
    }

    @Override
    public void lost() {
        names.add("lost");
    }

    @Override
    public void released(long heldNanos) {
        names.add("released");
    }

    @Override
    public void slow(String entry, long waitNanos, String holder) {
        names.add("slow " + entry + " held by " + holder);
    }
}
