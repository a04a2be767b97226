package io.github.stormlock.lock;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** A factory behind a proxy that makes the network fail on demand. */
final class Faults implements AutoCloseable {
    /** Short, because each lost answer is waited for this long. */
    static final Duration COMMAND_TIMEOUT = Duration.ofMillis(600);

    private final FaultProxy proxy;
    private final RedisLockFactory locks;

    private Faults(FaultProxy proxy, RedisLockFactory locks) {
        this.proxy = proxy;
        this.locks = locks;
    }

    static Faults on(Stage stage, RedisServer redis) {
        return on(stage, redis, LockSettings.DEFAULT);
    }

    static Faults on(Stage stage, RedisServer redis, LockSettings settings) {
        FaultProxy proxy = FaultProxy.to(redis);
        RedisConfig config = stage.configVia(proxy.uri()).withCommandTimeout(COMMAND_TIMEOUT);
        return stage.closing(new Faults(proxy, RedisLockFactory.connect(config, settings)));
    }

    FaultProxy proxy() {
        return proxy;
    }

    RedisLockFactory locks() {
        return locks;
    }

    /** A request that is no script's text and has all of these among its arguments. */
    static Predicate<byte[]> with(String... arguments) {
        return command -> {
            String text = new String(command, StandardCharsets.ISO_8859_1);
            return !text.contains("redis.call")
                    && List.of(arguments).stream().allMatch(argument -> text.contains("\r\n" + argument + "\r\n"));
        };
    }

    /** Has the server learn the scripts, so that no request is sent twice for want of them. */
    Faults warm() {
        locks.guard("warm", io.github.stormlock.entry.Entries.hash()).change(view -> view.add("n", 1));
        try (Lease lease = locks.mutex("warm").acquire(Stage.LONG)) {
            if (lease.fence() == 0) {
                throw new AssertionError("no fence");
            }
        }
        return this;
    }

    @Override
    public void close() {
        // First, so that nothing waits for what will never be answered.
        proxy.close();
        locks.close();
    }
}
