package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.StateKind;
import io.github.stormlock.entry.internal.Text;
import io.github.stormlock.entry.internal.Weights;
import io.github.stormlock.entry.internal.Whole;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kind of lists. An attempt compares all elements. */
record ListKind() implements StateKind<Whole<ListState>, ListEntry>, Whole.Type<ListState> {

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
    public Whole<ListState> opened(boolean exists, @Nullable Object answer, Set<String> fields, boolean forAttempt) {
        return new Whole<>(this, ListState.opened(texts(answer)), /* seen= */ !forAttempt);
    }

    @Override
    public Whole<ListState> state(ListEntry view) {
        return view.state();
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
