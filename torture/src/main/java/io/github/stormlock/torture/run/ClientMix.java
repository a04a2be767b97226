package io.github.stormlock.torture.run;

import io.github.stormlock.torture.protocol.ClientConfig;

/**
 * The differences between the clients of a run.
 *
 * @param memory the way in which they remember entries
 * @param kind the updates that they make
 */
public record ClientMix(ClientConfig.MemoryUse memory, ClientConfig.Kind kind) {}
