package io.github.stormlock.torture.client;

import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.TransferPath;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.protocol.ClientConfig;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Makes transfers that scenarios order one by one, in one of the ways of {@link ClientConfig.Kind}. */
public final class TransferWorkload implements ClientWorkload {
    /** One update of both entries. */
    public static final String GUARD_ALL = "guard-all";

    private final TransferPath path;

    TransferWorkload(ClientConfig.Kind kind, ClientConfig config, AttemptRecorder recorder) {
        RedisLockFactory locks = RedisLockFactory.connect(config.redis(), config.locks());
        this.path = new TransferPath(locks, config, kind, /* chained= */ false, recorder);
    }

    /** Returns the names of the ways to make a transfer, the safe one last. */
    public static List<String> names() {
        return Stream.concat(
                        Stream.of(
                                        ClientConfig.Kind.TWO_SCRIPTS,
                                        ClientConfig.Kind.TWO_LOCKS,
                                        ClientConfig.Kind.TWO_UPDATES,
                                        ClientConfig.Kind.EARLY_ACK)
                                .map(TransferWorkload::name),
                        Stream.of(GUARD_ALL))
                .toList();
    }

    private static String name(ClientConfig.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static ClientConfig.Kind kind(String name) {
        return name.equals(GUARD_ALL)
                ? ClientConfig.Kind.TRANSFER
                : ClientConfig.Kind.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    @Override
    public void work() {
        throw new UnsupportedOperationException("these transfers are made by scenarios");
    }

    @Override
    public void end(long millis, List<String> entries) {
        throw new UnsupportedOperationException("these transfers are judged by what the accounts hold");
    }

    @Override
    public UpdatePath single() {
        return path;
    }
}
