package io.github.stormlock.redis;

import java.util.List;

/**
 * A script with the keys and arguments of one run. The lists are not copied: the caller leaves them alone.
 *
 * @param script the script
 * @param keys the keys; in Cluster mode all in one hash slot
 * @param args the arguments
 * @param replicated true if replicas must have what stands when it has run; no effect where the port waits for none
 * @hidden
 */
public record ScriptCall(Script script, List<byte[]> keys, List<byte[]> args, boolean replicated) {

    /**
     * Creates a call that no replica needs to have.
     *
     * @param script the script
     * @param keys the keys, all of one hash slot
     * @param args the arguments
     */
    public ScriptCall(Script script, List<byte[]> keys, List<byte[]> args) {
        this(script, keys, args, false);
    }
}
