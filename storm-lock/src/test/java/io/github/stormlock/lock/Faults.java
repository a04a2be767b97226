package io.github.stormlock.lock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** A factory behind a proxy that makes the network fail on demand. */
final class Faults implements AutoCloseable {
    /** A command time-out. It is short, because an answer that never comes is waited for this long. */
    static final Duration IMPATIENT = Duration.ofSeconds(1);

    private final FaultProxy proxy;
    private final RedisLockFactory locks;

    private Faults(FaultProxy proxy, RedisLockFactory locks) {
        this.proxy = proxy;
        this.locks = locks;
    }

    static Faults on(Stage stage, RedisServer redis, LockSettings settings) {
        return on(stage, redis, settings, Stage.LONG);
    }

    static Faults on(Stage stage, RedisServer redis, LockSettings settings, Duration commandTimeout) {
        FaultProxy proxy = FaultProxy.to(redis);
        RedisConfig config = stage.configVia(proxy.uri()).toBuilder()
                .commandTimeout(commandTimeout)
                .build();
        return stage.closing(new Faults(proxy, RedisLockFactory.connect(config, settings)));
    }

    FaultProxy proxy() {
        return proxy;
    }

    RedisLockFactory locks() {
        return locks;
    }

    /** Matches a request that is no script's text and has all of these among its arguments. */
    static Predicate<byte[]> with(String... arguments) {
        return command -> {
            String text = new String(command, StandardCharsets.ISO_8859_1);
            return !text.contains("redis.call")
                    && List.of(arguments).stream().allMatch(argument -> text.contains("\r\n" + argument + "\r\n"));
        };
    }

    /** Has the server learn the scripts, so that no request is sent twice because a script is unknown. */
    Faults warm() {
        var entry = locks.guard("warm", io.github.stormlock.entry.Entries.hash());
        entry.change(view -> view.add("n", 1));
        entry.exclusive().change(view -> view.add("n", 1));
        try (Lease lease = locks.mutex("warm").acquire(Stage.LONG)) {
            if (lease.fence() == 0) {
                throw new AssertionError("no fence");
            }
        }
        return this;
    }

    @Override
    public void close() {
        // The proxy is closed first, so that nothing waits for an answer that never comes.
        proxy.close();
        locks.close();
    }
}
