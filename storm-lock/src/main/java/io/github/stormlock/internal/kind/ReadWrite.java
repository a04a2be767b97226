package io.github.stormlock.internal.kind;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.kind.DistributedReadWriteLock;
import java.util.concurrent.locks.ReadWriteLock;

/** The read-write lock of one name, made of a lock for each side. */
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
        return new NamedLock(reading, new ThreadOwnedReadWriteLock.Reader(reading, writing));
    }

    @Override
    public DistributedLock write() {
        return new NamedLock(writing, new ThreadOwnedReadWriteLock.Writer(reading, writing));
    }

    @Override
    public Lease downgrade(Lease writer) {
        if (!(writer instanceof UserLease own)) {
            throw new IllegalArgumentException("the " + writer + " cannot become one of the " + reading
                    + "; pass a lease of write() of the same lock");
        }
        return new Downgrade(reading).run(own, /* owner= */ null);
    }

    @Override
    public ReadWriteLock asReadWriteLock() {
        return new ThreadOwnedReadWriteLock(reading, writing);
    }

    @Override
    public String toString() {
        return "read-write lock " + name();
    }
}
