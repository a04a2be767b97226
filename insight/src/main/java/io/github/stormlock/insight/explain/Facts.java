package io.github.stormlock.insight.explain;

import io.github.stormlock.insight.read.Deadlock;
import io.github.stormlock.insight.read.HotRow;
import io.github.stormlock.insight.read.LockView;
import io.github.stormlock.insight.read.WorkerDirectory;
import io.github.stormlock.insight.read.World.OpenUpdate;
import java.util.List;

/**
 * All that is known of one name. Immutable.
 *
 * @param entry the entry, or the name of the lock
 * @param lock the lock of one holder, or of readers
 * @param permits the permits of that name
 * @param latch the latch of that name
 * @param workers the workers
 * @param deadlocks the deadlocks that it is part of
 * @param open the updates of the entry that are being computed without the lock
 * @param hot what workers tell of the entry because it is hot
 */
public record Facts(
        String entry,
        LockView lock,
        LockView permits,
        LockView latch,
        WorkerDirectory workers,
        List<Deadlock> deadlocks,
        List<OpenUpdate> open,
        List<HotRow> hot) {}
