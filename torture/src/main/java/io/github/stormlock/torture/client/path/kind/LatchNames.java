package io.github.stormlock.torture.client.path.kind;

import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import java.time.Duration;
import java.util.Random;

/** The latches of a run. A latch is used for a while only; the clock that all JVMs of a machine share says which are. */
final class LatchNames {
    /** For how long Redis keeps them: longer than any client counts down at one. */
    static final Duration KEPT = Duration.ofSeconds(60);

    static final int COUNT = 12;
    private static final long TURN_NANOS = 400_000_000;

    private LatchNames() {}

    /**
     * Returns a latch that is in use, or will be soon.
     *
     * @param ahead how many turns ahead
     */
    static String some(ClientConfig config, Random random, int ahead) {
        long turn = System.nanoTime() / TURN_NANOS + ahead;
        // In the slot of the hash, so that it moves when the slot does.
        String hash = RunKeys.hash(random.nextInt(config.keys().hashes()));
        return '{' + hash + "}:" + turn + ':' + COUNT;
    }
}
