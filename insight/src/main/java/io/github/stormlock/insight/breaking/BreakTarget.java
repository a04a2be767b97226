package io.github.stormlock.insight.breaking;

import io.github.stormlock.insight.read.HolderView;
import io.github.stormlock.insight.read.LockView;
import io.github.stormlock.insight.read.LockView.Grip;
import io.github.stormlock.insight.read.LockView.Kind;
import io.github.stormlock.lock.insight.LockBreaker;
import io.github.stormlock.lock.insight.LockBreaker.Broken;
import java.time.Duration;

/**
 * The hold of one holder on a lock, which can be broken. Immutable.
 *
 * @param lock the lock, as it was seen
 * @param holder who has it
 * @param meaning what it means to break it
 */
public record BreakTarget(LockView lock, HolderView holder, Meaning meaning) {
    private static final Duration MOST = Duration.ofSeconds(10);

    /** The meanings of breaking a lock. They differ by what its holder does under it. */
    public enum Meaning {
        /** An update: Redis refuses its commit. */
        UPDATE("an update", ""),
        /** A program holds it alone, for something outside Redis. */
        MUTEX("a mutex", "--mutex"),
        /** One of several readers. */
        READER("a read lock", "--mutex"),
        /** Permits of one owner. */
        PERMITS("permits", "--mutex"),
        /** A program that is not of ours. */
        STRANGER("a lock of another program", "--stranger");

        private final String words;
        private final String option;

        Meaning(String words, String option) {
            this.words = words;
            this.option = option;
        }

        /** {@return it in words} */
        public String words() {
            return words;
        }

        /** {@return the option without which a script may not break it; empty for none} */
        public String option() {
            return option;
        }
    }

    /**
     * {@return what one holder has}
     *
     * @param lock the lock
     * @param holder who has it
     */
    public static BreakTarget of(LockView lock, HolderView holder) {
        return new BreakTarget(lock, holder, meaning(lock, holder));
    }

    private static Meaning meaning(LockView lock, HolderView holder) {
        if (lock.kind() == Kind.PERMITS) {
            return Meaning.PERMITS;
        }
        if (lock.grip() == Grip.READERS) {
            return Meaning.READER;
        }
        if (holder.token().isEmpty()) {
            return Meaning.STRANGER;
        }
        return holder.kind() == 'u' ? Meaning.UPDATE : Meaning.MUTEX;
    }

    /**
     * Breaks it, if it still stands.
     *
     * @param breaker breaks locks
     * @return what became of it
     * @throws io.github.stormlock.redis.RedisException if there is no answer
     */
    public Broken breakIt(LockBreaker breaker) {
        return switch (meaning) {
            case READER -> breaker.breakReader(lock.entry(), holder.value(), MOST);
            case PERMITS -> breaker.breakPermits(lock.entry(), holder.value(), MOST);
            default -> breaker.breakHolder(lock.entry(), holder.value(), MOST);
        };
    }
}
