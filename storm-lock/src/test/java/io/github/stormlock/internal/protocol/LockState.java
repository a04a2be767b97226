package io.github.stormlock.internal.protocol;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** The values that a script may find under the lock key, seen from {@link ScriptBench#TOKEN}. */
enum LockState {
    OWN(ScriptBench.TOKEN),
    EARLIER_STEP(ScriptBench.STEM + "2"),
    LATER_STEP(ScriptBench.STEM + "10"),
    OTHER_ACQUISITION("storm-lock:s:factory:17:2"),
    OTHER_FACTORY("storm-lock:s:other:7:2"),
    STEM_ONLY(ScriptBench.STEM),
    FOREIGN("foreign"),
    ENDLESS_FOREIGN("foreign"),
    ABSENT(""),
    EXPIRED("foreign"),
    LIST("a list");

    static final long PTTL = 4_000;

    private final String value;

    LockState(String value) {
        this.value = value;
    }

    String value() {
        return value;
    }

    boolean isFree() {
        return this == ABSENT || this == EXPIRED;
    }

    void set(Jedis redis) {
        switch (this) {
            case ABSENT -> {}
            case LIST -> redis.rpush(ScriptBench.LOCK, value);
            case ENDLESS_FOREIGN -> redis.set(ScriptBench.LOCK, value);
            case EXPIRED -> {
                redis.set(ScriptBench.LOCK, value, SetParams.setParams().px(1));
                await().pollDelay(Duration.ofMillis(5)).until(() -> true);
            }
            default -> redis.set(ScriptBench.LOCK, value, SetParams.setParams().px(PTTL));
        }
    }

    /** Returns true if the key is as it was set. */
    boolean isUntouched(Jedis redis) {
        return switch (this) {
            case ABSENT, EXPIRED -> !redis.exists(ScriptBench.LOCK);
            case LIST -> redis.lrange(ScriptBench.LOCK, 0, -1).equals(java.util.List.of(value));
            case ENDLESS_FOREIGN -> value.equals(redis.get(ScriptBench.LOCK)) && redis.pttl(ScriptBench.LOCK) == -1;
            default ->
                value.equals(redis.get(ScriptBench.LOCK))
                        && redis.pttl(ScriptBench.LOCK) <= PTTL
                        && redis.pttl(ScriptBench.LOCK) > 0;
        };
    }
}
