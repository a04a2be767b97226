package io.github.stormlock.quorum;

import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockTime;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that keeps the names of what it was told, in order. */
final class ToldAtQuorum implements LockEvents {
    final List<String> names = new CopyOnWriteArrayList<>();

    @Override
    public void counted(LockCount what) {
        names.add(what.key());
    }

    @Override
    public void took(LockTime what, long nanos) {
        names.add(what.key());
    }

    @Override
    public void slow(String entry, long waitNanos, String holder) {
        names.add("slow " + entry + " held by " + holder);
    }
}
