package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kind of strings that hold text or a number. */
record StringKind() implements EntryKind<StringEntry> {

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
        Commands.refuseFields(fields, redisType());
        return Scalar.READ;
    }

    @Override
    public StringEntry open(boolean exists, @Nullable Object answer, Set<String> fields) {
        return new StringEntry(Scalar.opened(answer));
    }

    @Override
    public StringEntry openForAttempt(boolean exists, @Nullable Object answer, Set<String> fields) {
        return new StringEntry(Scalar.openedForAttempt(answer));
    }

    @Override
    public Attempted attempted(StringEntry view, boolean shown) {
        return view.state().attempted(shown);
    }

    @Override
    public List<EntryCommand> changes(StringEntry view) {
        return view.state().changes();
    }

    @Override
    public StringEntry settled(StringEntry view) {
        return new StringEntry(view.state().settled());
    }

    @Override
    public StringEntry reopened(StringEntry view) {
        return new StringEntry(view.state().reopened());
    }

    @Override
    public @Nullable StringEntry remembered(StringEntry view) {
        Scalar state = view.state().remembered();
        return state == null ? null : new StringEntry(state);
    }

    @Override
    public int weight(StringEntry remembered) {
        return remembered.state().weight();
    }

    @Override
    public boolean exists(StringEntry view) {
        return view.state().exists();
    }
}
