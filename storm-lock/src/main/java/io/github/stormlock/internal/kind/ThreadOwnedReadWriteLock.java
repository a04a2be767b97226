package io.github.stormlock.internal.kind;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;

/**
 * A read-write lock that threads own. A thread that writes may read as well: its reading goes under the writer's lease, and
 * under a lease of its own once it writes no more.
 */
final class ThreadOwnedReadWriteLock implements ReadWriteLock {
    private final String name;
    private final Lock read;
    private final Lock write;

    ThreadOwnedReadWriteLock(Acquiring reading, Acquiring writing) {
        this.name = reading.name();
        this.read = new ThreadOwnedLock(new Reader(reading, writing));
        this.write = new ThreadOwnedLock(new Writer(reading, writing));
    }

    @Override
    public Lock readLock() {
        return read;
    }

    @Override
    public Lock writeLock() {
        return write;
    }

    @Override
    public String toString() {
        return "read-write lock " + name + " owned by threads";
    }

    /** The side of a reader, who may be the writer. */
    record Reader(Acquiring lock, Acquiring writing) implements Owned {

        @Override
        public boolean take(long deadlineNanos, boolean interruptible) {
            Holds holds = lock.holds();
            Holds.Hold writer = holds.of(writing);
            if (holds.of(lock) == null && writer != null) {
                writer.lease().requireStanding();
                holds.begin(lock, writer.lease());
                return true;
            }
            return Owned.super.take(deadlineNanos, interruptible);
        }

        @Override
        public void leave() {
            Holds holds = lock.holds();
            OwnLease lease = holds.end(lock);
            Holds.Hold writer = holds.of(writing);
            if (writer == null || writer.lease() != lease) {
                giveBack(lease);
            }
        }
    }

    /** The side of a writer, who goes on as a reader if it still reads when it has written. */
    record Writer(Acquiring reading, Acquiring lock) implements Owned {

        @Override
        public boolean take(long deadlineNanos, boolean interruptible) {
            Holds holds = lock.holds();
            if (holds.of(lock) == null && holds.of(reading) != null) {
                throw new IllegalStateException("this thread reads under " + lock.name()
                        + ", and would wait for itself if it locked it for writing; unlock it for reading first");
            }
            return Owned.super.take(deadlineNanos, interruptible);
        }

        @Override
        public void leave() {
            Holds holds = lock.holds();
            OwnLease lease = holds.end(lock);
            Holds.Hold reader = holds.of(reading);
            if (reader != null && lease instanceof UserLease writer) {
                downgrade(writer, reader);
            } else {
                giveBack(lease);
            }
        }

        /**
         * Goes on as a reader. If that fails, the writer's lease has ended, and the reading under it is over. It is still
         * counted: each call that locks has its unlock, which tells of the loss.
         */
        private void downgrade(UserLease writer, Holds.Hold reader) {
            boolean downgraded = false;
            try {
                reader.goOn(new Downgrade(reading).run(writer, Thread.currentThread()));
                downgraded = true;
            } finally {
                if (!downgraded) {
                    writer.giveBack();
                }
            }
        }
    }
}
