package io.github.stormlock.entry.random;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import java.util.Set;

/** Runs commands on one entry, either on a real server or on a model of one. */
interface Server {

    @CanIgnoreReturnValue
    Object call(String command, byte[]... arguments);

    @CanIgnoreReturnValue
    default Object call(EntryCommand command) {
        return call(command.name(), command.arguments().toArray(new byte[0][]));
    }

    default boolean exists() {
        return (Long) call("EXISTS") == 1;
    }

    default <V> V open(EntryKind<V> kind, Set<String> fields) {
        return kind.open(exists(), call(kind.read(fields)), fields);
    }
}
