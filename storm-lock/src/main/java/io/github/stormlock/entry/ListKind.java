package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Weights;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The kind of lists. An attempt compares all elements, or all of the end that is read.
 *
 * @param end the end that is read; {@code null} for the whole list
 */
record ListKind(Part.@Nullable End end) implements Whole.Kind<ListState, ListEntry> {

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
        throw Commands.refuse(part, redisType(), "first or last");
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
    public Whole<ListState> opened(boolean exists, @Nullable Object answer, boolean forAttempt) {
        Commands.Counted counted = Commands.counted(answer, end != null && end.sized());
        ListState content = ListState.opened(texts(counted.answer()), end, counted.total());
        return new Whole<>(this, content, /* seen= */ !forAttempt);
    }

    @Override
    public ListEntry view(Whole<ListState> state) {
        return new ListEntry(state);
    }

    @Override
    public List<EntryCommand> commands(ListState content) {
        return content.changes();
    }

    @Override
    public int bytes(ListState content) {
        return Weights.ofElements(content.read());
    }

    @Override
    public List<Expectation> expectations(ListState content) {
        List<Text> read = content.read();
        List<byte @Nullable []> elements = new ArrayList<>(read.size());
        for (Text element : read) {
            elements.add(element.bytes());
        }
        Expectation expected = new Expectation(read(), elements);
        long total = content.seenTotal();
        return total == ListState.NOT_COUNTED
                ? List.of(expected)
                : List.of(expected, Commands.expectNumber("LLEN", total));
    }

    private static List<Text> texts(@Nullable Object answer) {
        List<?> elements = Commands.list(answer);
        List<Text> texts = new ArrayList<>(elements.size());
        for (Object element : elements) {
            texts.add(Text.read(Commands.bytes(element)));
        }
        return texts;
    }
}
