package io.github.stormlock.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lists. */
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
        return new ListEntry(ListState.opened(texts(answer)));
    }

    @Override
    public List<EntryCommand> changes(ListEntry view) {
        return view.state().changes();
    }

    @Override
    public ListEntry settled(ListEntry view) {
        return new ListEntry(view.state().copy(true));
    }

    @Override
    public ListEntry reopened(ListEntry view) {
        return new ListEntry(view.state().reopened());
    }

    @Override
    public boolean exists(ListEntry view) {
        return view.exists();
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
