package io.github.stormlock.insight.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownTest {
    @ParameterizedTest
    @CsvSource({"1, key, 1 key", "3, key, 3 keys", "0, worker, 0 workers", "2, topology, 2 topologies"})
    void countsThingsInWords(long number, String one, String words) {
        assertThat(Shown.count(number, one)).isEqualTo(words);
    }
}
