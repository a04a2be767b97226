package io.github.stormlock.insight.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of the guide has a row for each check, in the order of the checks. */
class DoctorPageTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z]+\\.[a-z]+)` \\|");

    @Test
    void eachCheckHasARow() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "guide", "doctor.md"));
        assertThat(ROW.matcher(page).results().map((MatchResult row) -> row.group(1)))
                .containsExactlyElementsOf(Doctor.checks());
    }
}
