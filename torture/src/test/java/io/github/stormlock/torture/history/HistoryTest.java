package io.github.stormlock.torture.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.stormlock.torture.protocol.Inheritance;
import io.github.stormlock.torture.protocol.Todo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
    @TempDir
    private Path folder;

    private Path written() throws Exception {
        Path file = folder.resolve("client0-1.jsonl");
        try (HistoryWriter writer = new HistoryWriter(file, "client0-1")) {
            String first = writer.invoke("s/0", "hash:1", PathNames.ONCE);
            writer.tell(HistoryLine.Kind.OK, first, 1, "");
            String second = writer.invoke("s/1", "hash:1", PathNames.ONCE);
            writer.threw(HistoryLine.Kind.UNKNOWN, second, new IllegalStateException("no answer"));
            String third = writer.invoke("s/2", "hash:2", PathNames.ONCE);
            assertThat(third).isNotEqualTo(second);
        }
        return file;
    }

    @Test
    void whatWasWrittenIsRead() throws Exception {
        List<Op> ops = HistoryReader.read(List.of(written())).ops();

        assertThat(ops).extracting(Op::id).containsExactly("s/0", "s/1", "s/2");
        assertThat(ops)
                .extracting(Op::outcome)
                .containsExactly(HistoryLine.Kind.OK, HistoryLine.Kind.UNKNOWN, HistoryLine.Kind.UNKNOWN);
        assertThat(ops.get(1).why()).isEqualTo("IllegalStateException: no answer");
        assertThat(ops.get(2).answered()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void halfALineAtTheEndIsThatOfAClientThatWasKilled() throws Exception {
        Path file = written();
        Files.writeString(file, "{\"kind\":\"OK\",\"op\":\"client", StandardOpenOption.APPEND);

        assertThat(HistoryReader.read(List.of(file)).ops()).hasSize(3);
    }

    @Test
    void halfALineElsewhereIsNoHistory() throws Exception {
        Path file = written();
        Files.writeString(file, "{\"kind\":\n{\"kind\":\"GAP\"}\n", StandardOpenOption.APPEND);

        assertThatThrownBy(() -> HistoryReader.read(List.of(file))).isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void aSuccessorTakesUpWhatWasNotSettledAndGoesOnBehindIt() throws Exception {
        Predecessors before = new Predecessors();
        before.add(written());
        Inheritance left = before.inheritance();

        assertThat(left.openOf("s")).containsExactly(new Todo("s", 1, "hash:1"), new Todo("s", 2, "hash:2"));
        assertThat(left.nextOf("s")).isEqualTo(3);
        assertThat(left.openOf("other")).isEmpty();
        assertThat(left.nextOf("other")).isZero();
    }
}
