package io.github.stormlock.lock.internal.protocol;

import io.github.stormlock.redis.Script;

/** The kinds of locks. A kind is a script file with the verbs that all kinds have in common. */
@SuppressWarnings("ImmutableEnumChecker") // a script never changes
public enum LockKind {
    MUTEX("mutex");

    private final Script acquire;
    private final Script commit;
    private final Script release;
    private final Script withdraw;

    LockKind(String file) {
        this.acquire = Script.of(LockKind.class, "token", "handover", file, "acquire");
        this.commit = Script.of(LockKind.class, "token", "handover", file, "commit");
        this.release = Script.of(LockKind.class, "token", "handover", file, "release");
        this.withdraw = Script.of(LockKind.class, "token", "handover", file, "withdraw");
    }

    public Script acquire() {
        return acquire;
    }

    public Script commit() {
        return commit;
    }

    public Script release() {
        return release;
    }

    public Script withdraw() {
        return withdraw;
    }
}
