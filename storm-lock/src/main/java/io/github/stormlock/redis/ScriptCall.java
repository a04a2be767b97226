package io.github.stormlock.redis;

import java.util.List;

/**
 * A script with the keys and arguments of one run. The lists are not copied: the caller leaves them alone.
 *
 * @param replicated whether replicas must have what stands when it has run, where the port is told to wait for some
 */
public record ScriptCall(Script script, List<byte[]> keys, List<byte[]> args, boolean replicated) {

    /** One that no replica needs to have. */
    public ScriptCall(Script script, List<byte[]> keys, List<byte[]> args) {
        this(script, keys, args, false);
    }
}
