package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Text;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The kind of lists. An attempt compares all elements, or all of the end that is read.
 *
 * @param end the end that is read; {@code null} for the whole list
 */
record ListKind(Part.@Nullable End end) implements EntryKind<ListEntry> {

    private static final EntryCommand READ_ALL = range(0, -1);

    @Override
    public String redisType() {
        return "list";
    }

    @Override
    public String sizeCommand() {
        return "LLEN";
    }

    @Override
    public EntryKind<ListEntry> only(Part part) {
        if (part instanceof Part.End some) {
            return new ListKind(some);
        } else if (part.equals(Part.whole())) {
            return new ListKind(null);
        }
        throw Commands.refuse(part, redisType(), "whole or by first or last");
    }

    @Override
    public Part part() {
        return end == null ? Part.whole() : end;
    }

    @Override
    public EntryCommand read() {
        if (end == null) {
            return READ_ALL;
        }
        // One element more than wanted, the border.
        return end.last() ? range(-1 - end.count(), -1) : range(0, end.count());
    }

    private static EntryCommand range(int first, int last) {
        return new EntryCommand(
                "LRANGE", List.of(Commands.ascii(Integer.toString(first)), Commands.ascii(Integer.toString(last))));
    }

    @Override
    public EntryState opened(boolean exists, @Nullable Object answer, boolean forAttempt) {
        Commands.Counted counted = Commands.counted(answer, end != null && end.sized());
        List<?> elements = Commands.list(counted.answer());
        List<Text> texts = new ArrayList<>(elements.size());
        for (Object element : elements) {
            texts.add(Text.read(Commands.bytes(element)));
        }
        return new ListState(this, texts, counted.total(), /* seen= */ !forAttempt);
    }

    @Override
    public ListEntry view(EntryState state) {
        return new ListEntry((ListState) state);
    }

    @Override
    public EntryState state(ListEntry view) {
        return view.state;
    }
}
