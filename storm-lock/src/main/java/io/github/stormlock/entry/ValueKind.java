package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kind of strings that hold a value of one Java type. */
record ValueKind<T>(Codec<T> codec) implements EntryKind<ValueEntry<T>> {

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
    public ValueEntry<T> open(boolean exists, @Nullable Object answer, Set<String> fields) {
        return new ValueEntry<>(codec, Scalar.opened(answer));
    }

    @Override
    public ValueEntry<T> openForAttempt(boolean exists, @Nullable Object answer, Set<String> fields) {
        return new ValueEntry<>(codec, Scalar.openedForAttempt(answer));
    }

    @Override
    public Attempted attempted(ValueEntry<T> view, boolean shown) {
        return view.state().attempted(shown);
    }

    @Override
    public List<EntryCommand> changes(ValueEntry<T> view) {
        return view.state().changes();
    }

    @Override
    public ValueEntry<T> settled(ValueEntry<T> view) {
        return new ValueEntry<>(codec, view.state().settled());
    }

    @Override
    public ValueEntry<T> reopened(ValueEntry<T> view) {
        return new ValueEntry<>(codec, view.state().reopened());
    }

    @Override
    public @Nullable ValueEntry<T> remembered(ValueEntry<T> view) {
        Scalar state = view.state().remembered();
        return state == null ? null : new ValueEntry<>(codec, state);
    }

    @Override
    public int weight(ValueEntry<T> remembered) {
        return remembered.state().weight();
    }

    @Override
    public boolean exists(ValueEntry<T> view) {
        return view.state().exists();
    }
}
