package io.github.stormlock.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final List<String> SERVERS = List.of("restart", "pause");
    private static final List<String> OTHERS = List.of("kill", "stop", "cut");

    private static Schedule drawn(long seed, long millis) {
        return Schedule.draw(seed, millis, 3, SERVERS, OTHERS);
    }

    @Test
    void followsFromTheSeedAlone() {
        assertThat(drawn(7, 60_000)).isEqualTo(drawn(7, 60_000)).isNotEqualTo(drawn(8, 60_000));
    }

    @Test
    void manyKindsAreSharedByTheClientsSoThatEachStrikesWithinAMinute() {
        List<String> many = IntStream.range(0, 22).mapToObj(i -> "fault" + i).toList();

        for (long seed = 0; seed < 50; seed++) {
            Set<String> kinds = Schedule.draw(seed, 60_000, 3, SERVERS, many).faults().stream()
                    .map(Planned::fault)
                    .collect(Collectors.toSet());
            assertThat(kinds).as("seed " + seed).containsAll(many);
        }
    }

    @Test
    void aMinuteHasFiftyFaultsAndEachKindInEachLane() {
        Schedule minute = drawn(7, 60_000);

        assertThat(minute.faults()).hasSizeGreaterThan(50);
        for (int lane = 0; lane < 3; lane++) {
            int own = lane;
            Set<String> kinds = minute.faults().stream()
                    .filter(fault -> fault.lane() == own)
                    .map(Planned::fault)
                    .collect(Collectors.toSet());
            assertThat(kinds).containsExactlyInAnyOrderElementsOf(OTHERS);
        }
    }
}
