package io.github.stormlock.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.stormlock.config.internal.DurationText;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "500ms,500",
        "5s,5000",
        "10m,600000",
        "2h,7200000",
        "7d,604800000",
        "0,0",
        "0s,0",
        "1500,1500",
        "PT5S,5000",
        "pt0.25s,250",
        "P7D,604800000",
        "-3s,-3000",
        "-3,-3",
        "PT-3S,-3000"
    })
    void readsANumberWithItsUnit(String text, long millis) {
        assertThat(DurationText.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    static final List<String> NO_DURATIONS =
            List.of(("|s|5 s|5S|1.5s|5w|5sec|+5s|--5s|PT|PT0.0001S|1234567890123456789012|999999999999999999d|"
                            + "PT99999999999999999H|five")
                    .split("[|]", -1));

    @ParameterizedTest
    @FieldSource("NO_DURATIONS")
    void refusesWhatIsNone(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> DurationText.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "500,500ms",
        "1500,1500ms",
        "60000,1m",
        "90000,90s",
        "3600000,1h",
        "7200000,2h",
        "86400000,1d",
        "604800000,7d",
        "-5000,-5s"
    })
    void writesTheShortestForm(long millis, String text) {
        assertThat(DurationText.format(Duration.ofMillis(millis))).isEqualTo(text);
    }

    @Test
    void writesWhatIsNoWholeMillisecondsInFull() {
        assertThat(DurationText.format(Duration.ofNanos(1_500_000))).isEqualTo("PT0.0015S");
        assertThat(DurationText.format(Duration.ofSeconds(Long.MAX_VALUE))).isNotEmpty();
    }

    @Property
    void readsBackWhatItWrites(@ForAll long millis) {
        Duration duration = Duration.ofMillis(millis);
        assertThat(DurationText.parse(DurationText.format(duration))).isEqualTo(duration);
    }
}
