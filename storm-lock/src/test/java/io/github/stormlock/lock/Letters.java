package io.github.stormlock.lock;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.internal.protocol.Bytes;
import java.util.List;
import java.util.Set;

/** A kind for strings that are written as a whole, so that a lost update shows. */
record Letters() implements EntryKind<StringBuilder> {
    @Override
    public String redisType() {
        return "string";
    }

    @Override
    public String sizeCommand() {
        return "STRLEN";
    }

    @Override
    public EntryCommand read(Set<String> fields) {
        return new EntryCommand("GET", List.of());
    }

    @Override
    public StringBuilder open(boolean exists, Object answer, Set<String> fields) {
        return new StringBuilder(exists ? Bytes.text(answer) : "");
    }

    @Override
    public List<EntryCommand> changes(StringBuilder view) {
        return List.of(new EntryCommand("SET", List.of(Bytes.of(view.toString()))));
    }

    @Override
    public StringBuilder settled(StringBuilder view) {
        return new StringBuilder(view);
    }

    @Override
    public StringBuilder reopened(StringBuilder view) {
        return new StringBuilder(view);
    }

    @Override
    public boolean exists(StringBuilder view) {
        return view.length() > 0;
    }
}
