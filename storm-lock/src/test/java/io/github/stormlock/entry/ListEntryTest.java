package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.open;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.internal.Utf8;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListEntryTest {

    private static final EntryKind<ListEntry> LIST = Entries.list();

    private final ListEntry letters = open(LIST, "a", "b", "c", "d", "e");

    @Test
    void manyElementsComeInPiecesAndKeepTheirOrder() {
        List<String> first = new ArrayList<>();
        List<String> last = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            letters.addFirst("first" + i);
            letters.addLast("last" + i);
            first.add("first" + i);
            last.add("last" + i);
        }
        List<EntryCommand> commands = LIST.state(letters).changes();
        assertThat(commands).extracting(EntryCommand::name).containsExactly("LPUSH", "LPUSH", "RPUSH", "RPUSH");
        assertThat(pushed(commands.subList(0, 2))).isEqualTo(first);
        assertThat(pushed(commands.subList(2, 4))).isEqualTo(last);
    }

    private static List<String> pushed(List<EntryCommand> commands) {
        return commands.stream()
                .flatMap(command -> command.arguments().stream())
                .map(Utf8::decode)
                .toList();
    }

    @Test
    void foreignElementsAreNotRewrittenButMovedByteByByte() {
        byte[] foreign = {(byte) 0xFF};
        List<byte[]> read = new ArrayList<>(List.of(foreign, Utf8.encode("b"), Utf8.encode("c"), Utf8.encode("d")));
        ListEntry list = LIST.view(LIST.opened(true, read, false));
        list.set(1, "x");
        assertThat(LIST.state(list).changes().get(1).arguments()).containsExactly(Utf8.encode("x"), foreign);
    }
}
