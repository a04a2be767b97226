package io.github.stormlock.internal.kind;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.kind.DistributedReadWriteLock;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * The read-write lock of one name, made of a lock for each side. A thread that writes may read as well, under the writer's
 * lease, which is given back when it does neither any more.
 */
public final class ReadWrite implements DistributedReadWriteLock {
    private final Acquiring reading;
    private final Acquiring writing;

    public ReadWrite(Acquiring reading, Acquiring writing) {
        this.reading = reading;
        this.writing = writing;
    }

    @Override
    public String name() {
        return writing.name();
    }

    @Override
    public DistributedLock read() {
        return new NamedLock(reading, new Reader(reading, writing));
    }

    @Override
    public DistributedLock write() {
        return new NamedLock(writing, new Writer(reading, writing));
    }

    @Override
    public ReadWriteLock asReadWriteLock() {
        return new ReadWriteLock() {
            @Override
            public Lock readLock() {
                return read().asLock();
            }

            @Override
            public Lock writeLock() {
                return write().asLock();
            }

            @Override
            public String toString() {
                return ReadWrite.this + " owned by threads";
            }
        };
    }

    @Override
    public String toString() {
        return "read-write lock " + name();
    }

    /** The side of a reader, who may be the writer. */
    private static final class Reader extends ThreadOwnedLock {
        private final Acquiring writing;

        private Reader(Acquiring reading, Acquiring writing) {
            super(reading);
            this.writing = writing;
        }

        @Override
        @Nullable
        OwnLease acquire(Duration wait, boolean interruptible) {
            Holds.Hold writer = writing.holds().of(writing);
            if (writer == null) {
                return super.acquire(wait, interruptible);
            }
            writer.lease().requireStanding();
            return writer.lease();
        }
    }

    /** The side of a writer. */
    private static final class Writer extends ThreadOwnedLock {
        private final Acquiring reading;

        private Writer(Acquiring reading, Acquiring writing) {
            super(writing);
            this.reading = reading;
        }

        @Override
        @Nullable
        OwnLease acquire(Duration wait, boolean interruptible) {
            if (reading.holds().of(reading) != null) {
                throw new IllegalStateException("this thread reads under " + reading.name()
                        + ", and would wait for itself if it locked it for writing; unlock it for reading first");
            }
            return super.acquire(wait, interruptible);
        }
    }
}
