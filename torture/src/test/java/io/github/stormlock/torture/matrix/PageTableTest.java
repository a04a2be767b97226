package io.github.stormlock.torture.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTableTest {
    @TempDir
    Path folder;

    @Test
    void takesThePlaceOfTheTableThatBeginsAlike() throws Exception {
        Path page = Files.writeString(
                folder.resolve("page.md"),
                "# Page\n\n| lock | old |\n|---|---|\n| `a` | 1 |\n\n| fault | what |\n|---|---|\n");
        PageTable table = new PageTable(page, "lock", List.of("kill", "cut"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        table.fill(
                List.of("b"),
                (row, column) -> column.equals("kill") ? "clean" : "lost",
                new PrintStream(out, true, StandardCharsets.UTF_8));

        table.write();

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("b, kill: cleanb, cut: lost");
        assertThat(page)
                .hasContent("# Page\n\n| lock | kill | cut |\n|---|---|---|\n| `b` | clean | lost |\n\n"
                        + "| fault | what |\n|---|---|\n");
    }

    @Test
    void isMissedBeforeAnythingIsMeasured() throws Exception {
        Path page = Files.writeString(folder.resolve("page.md"), "| fault | what |\n");

        assertThatThrownBy(() -> new PageTable(page, "lock", List.of("kill")))
                .hasMessageContaining("has no table that begins with | lock |");
    }
}
