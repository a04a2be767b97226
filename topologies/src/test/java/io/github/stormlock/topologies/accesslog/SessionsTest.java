package io.github.stormlock.topologies.accesslog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SessionsTest {

    private static final long GAP = 1_800;

    @Test
    void joinsTwoSessionsByAHitBetweenThem() {
        assertThat(sessions(0, 2 * GAP)).containsEntry("sessions", "2");
        assertThat(sessions(0, 2 * GAP, GAP))
                .containsExactlyInAnyOrderEntriesOf(Map.of("sessions", "1", "longest", "3600", "session.0", "3600"));
    }

    @Test
    void areTheSameInWhateverOrderTheHitsCome() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 2_000; run++) {
            List<Long> hits = new ArrayList<>();
            long spread = 1 + random.nextLong(60_000);
            for (int i = random.nextInt(30); i >= 0; i--) {
                // Many hits are on the edge: whole gaps, and a second beside them.
                hits.add(random.nextBoolean() ? random.nextLong(spread) : GAP * random.nextInt(20) + random.nextInt(3));
            }
            Collections.shuffle(hits, random);
            long[] order = hits.stream().mapToLong(Long::longValue).toArray();

            assertThat(sessions(order))
                    .as("seed %d, run %d: %s", seed, run, hits)
                    .isEqualTo(model(order));
        }
    }

    private static Map<String, String> sessions(long... hits) {
        Map<String, String> fields = Map.of();
        for (long hit : hits) {
            List<byte[]> read = fields.entrySet().stream()
                    .flatMap(field -> Stream.of(
                            field.getKey().getBytes(UTF_8), field.getValue().getBytes(UTF_8)))
                    .toList();
            EntryKind<HashEntry> kind = Entries.hash();
            HashEntry visitor = kind.view(kind.opened(!read.isEmpty(), read, /* forAttempt= */ false));
            Sessions.add(visitor, hit);
            fields = Map.copyOf(visitor.asMap());
        }
        return fields;
    }

    /** Returns the expected fields. It has all hits at hand, so it can sort them first. */
    private static Map<String, String> model(long[] hits) {
        long[] sorted = hits.clone();
        Arrays.sort(sorted);
        Map<String, String> fields = new TreeMap<>();
        long start = sorted[0];
        long longest = 0;
        for (int i = 0; i < sorted.length; i++) {
            if (i > 0 && sorted[i] - sorted[i - 1] > GAP) {
                start = sorted[i];
            }
            fields.put("session." + start, Long.toString(sorted[i]));
            longest = Math.max(longest, sorted[i] - start);
        }
        fields.put("sessions", Integer.toString(fields.size()));
        fields.put("longest", Long.toString(longest));
        return fields;
    }
}
