package io.github.stormlock.topologies.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.topologies.transfer.TransferOptions;
import io.github.stormlock.topologies.transfer.TransferSpout;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names outlive workers, and two workers may have two locales. */
class DurableNamesTest {

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "ar-EG", "fa-IR", "mr-IN", "tr-TR", "th-TH-u-nu-thai"})
    void areTheSameInEveryLocale(String locale) {
        Locale.setDefault(Locale.forLanguageTag(locale));

        assertThat(TransferSpout.source(TransferOptions.of(Map.of(TransferOptions.TRANSFERS, 12))))
                .matches("transfers@[0-9]+-12-[0-9]+-[0-9]+");
        assertThat(MalformedLines.field("a.log@12", 345)).isEqualTo("a.log@12:0000000000000345");
        assertThat(AccessLogEntries.hour(Instant.EPOCH)).isEqualTo("hour:1970-01-01T00");
    }
}
