package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kind of lists. An attempt compares all elements. */
record ListKind() implements EntryKind<ListEntry> {

    private static final EntryCommand READ =
            new EntryCommand("LRANGE", List.of(Commands.ascii("0"), Commands.ascii("-1")));

    @Override
    public String redisType() {
        return "list";
    }

    @Override
    public String sizeCommand() {
        return "LLEN";
    }

    @Override
    public EntryCommand read(Set<String> fields) {
        Commands.refuseFields(fields, redisType());
        return READ;
    }

    @Override
    public ListEntry open(boolean exists, @Nullable Object answer, Set<String> fields) {
        return new ListEntry(ListState.opened(texts(answer)), /* seen= */ true);
    }

    @Override
    public ListEntry openForAttempt(boolean exists, @Nullable Object answer, Set<String> fields) {
        return new ListEntry(ListState.opened(texts(answer)), /* seen= */ false);
    }

    @Override
    public Attempted attempted(ListEntry view, boolean shown) {
        if (shown) {
            view.see();
        }
        return view.isSeen() ? new Attempted(expectations(view), List.of(), changes(view)) : Attempted.NOTHING;
    }

    @Override
    public List<EntryCommand> changes(ListEntry view) {
        return view.state().changes();
    }

    @Override
    public ListEntry settled(ListEntry view) {
        return new ListEntry(view.see().copy(true), /* seen= */ true);
    }

    @Override
    public ListEntry reopened(ListEntry view) {
        return new ListEntry(view.state().reopened(), view.isSeen());
    }

    @Override
    public @Nullable ListEntry remembered(ListEntry view) {
        return view.isSeen() ? new ListEntry(view.state().reopened(), /* seen= */ false) : null;
    }

    @Override
    public int weight(ListEntry remembered) {
        return Weights.ofElements(remembered.state().read());
    }

    @Override
    public boolean exists(ListEntry view) {
        return view.state().size() > 0;
    }

    private static List<Expectation> expectations(ListEntry view) {
        List<Text> read = view.state().read();
        List<byte @Nullable []> elements = new ArrayList<>(read.size());
        for (Text element : read) {
            elements.add(element.bytes());
        }
        return List.of(new Expectation(READ, elements));
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
