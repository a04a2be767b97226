package io.github.stormlock.entry;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Strings, as text. */
record StringKind() implements EntryKind<StringEntry> {

    private static final EntryCommand READ = new EntryCommand("GET", List.of());

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
        return READ;
    }

    @Override
    public StringEntry open(boolean exists, @Nullable Object answer, Set<String> fields) {
        return new StringEntry(Scalar.opened(answer));
    }

    @Override
    public List<EntryCommand> changes(StringEntry view) {
        return view.state().changes();
    }

    @Override
    public StringEntry settled(StringEntry view) {
        return new StringEntry(view.state().copy(true));
    }

    @Override
    public StringEntry reopened(StringEntry view) {
        return new StringEntry(view.state().reopened());
    }

    @Override
    public boolean exists(StringEntry view) {
        return view.exists();
    }
}
