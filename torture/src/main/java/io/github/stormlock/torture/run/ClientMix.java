package io.github.stormlock.torture.run;

import io.github.stormlock.torture.protocol.ClientConfig;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The differences between the clients of a run.
 *
 * @param memory the way in which they remember entries
 * @param kind the updates that they make
 * @param older the folder with the compiled classes of an older version of the library; null if all clients are of this
 *     version. Every second client that faults strike is then a worker of the older version
 */
public record ClientMix(ClientConfig.MemoryUse memory, ClientConfig.Kind kind, @Nullable Path older) {
    public static final ClientMix USUAL = new ClientMix(ClientConfig.MemoryUse.MIXED, ClientConfig.Kind.ALL, null);

    boolean isOlder(int number) {
        return older != null && number % 2 == 1;
    }
}
