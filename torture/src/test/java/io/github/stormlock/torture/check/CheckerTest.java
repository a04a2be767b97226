package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.test.internal.process.Resources;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CheckerTest {
    static Stream<Arguments> stories() {
        return Story.cases(Resources.text(CheckerTest.class, "stories.txt"));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("stories")
    void aStoryGetsItsVerdict(String title, String story, String verdict) {
        String[] wanted = verdict.split(": ", 2);
        String[] found = Story.of(story).verdict().split(": ", 2);
        assertThat(found[0]).isEqualTo(wanted[0]);
        if (wanted.length > 1) {
            assertThat(found[1]).contains(wanted[1].split("; "));
        }
    }
}
