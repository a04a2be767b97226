package io.github.stormlock.entry.random;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.internal.protocol.ReadReply.Found;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Runs commands on one entry, either on a real server or on a model of one. */
interface Server {

    Object call(String command, byte[]... arguments);

    default Object call(EntryCommand command) {
        return call(command.name(), command.arguments().toArray(new byte[0][]));
    }

    default boolean exists() {
        return (Long) call("EXISTS") == 1;
    }

    default <V> V open(EntryKind<V> kind) {
        return kind.open(exists(), answer(kind));
    }

    /** Attempts an update. Returns null if it is written, or else what stands. */
    default <V> @Nullable Found attempt(EntryKind<V> kind, Attempted attempted) {
        return AttemptStandIn.write(this, attempted) ? null : new Found(exists(), answer(kind));
    }

    /** Returns the answer to the read of a kind, as a script gives it. */
    default Object answer(EntryKind<?> kind) {
        Object answer = call(kind.read());
        return kind.part().sized() ? Arrays.asList(call(kind.sizeCommand()), answer) : answer;
    }
}
