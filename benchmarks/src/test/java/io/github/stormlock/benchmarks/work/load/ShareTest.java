package io.github.stormlock.benchmarks.work.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.benchmarks.contender.Target;
import io.github.stormlock.benchmarks.scenario.EntryChoice;
import io.github.stormlock.benchmarks.scenario.Scenario;
import io.github.stormlock.benchmarks.scenario.UpdatingJvm;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ShareTest {
    @Test
    void aShareIsToldToAnotherJvmInALine() {
        Histogram nanos = new Histogram(3);
        nanos.recordValue(1_000);

        assertThat(Wire.value(Wire.word(new Share(3, 5, nanos)), Share.class)).isEqualTo(new Share(3, 5, nanos));

        Share topology = new Share(3, 5, nanos, Map.of(Measure.THREADS, 12.0, Measure.LINES_PER_S, 0.5));
        assertThat(Wire.value(Wire.word(topology), Share.class)).isEqualTo(topology);
    }

    @Test
    void aDutyIsToldToAnotherJvm() {
        UpdatingJvm jvm = new UpdatingJvm(4, 2, Duration.ofMillis(2), false);
        Target target = new Target("127.0.0.1", 6379, 4, "");
        JvmOrders duty = new JvmOrders(Scenario.Kind.UPDATES, "lua", target, jvm, 10, 64, EntryChoice.IN_TURN, 8);

        assertThat(Wire.value(Wire.word(duty), JvmOrders.class)).isEqualTo(duty);
    }

    @Test
    void theSlowerShareIsThatOfTheJvmThatMadeFewest() {
        LoadResult work =
                new LoadResult(List.of(new Share(30, 30, new Histogram(3)), new Share(10, 10, new Histogram(3))));

        assertThat(work.made()).isEqualTo(40);
        assertThat(work.slowerShare()).isEqualTo(0.25);
        assertThat(work.withoutLast().made()).isEqualTo(30);
    }

    @Test
    void theHighestFigureOfAnyTopologyCounts() {
        LoadResult work = new LoadResult(List.of(
                new Share(1, 1, new Histogram(3), Map.of(Measure.THREADS, 12.0)),
                new Share(1, 1, new Histogram(3), Map.of(Measure.THREADS, 9.0))));

        assertThat(work.topology()).isEqualTo(Map.of(Measure.THREADS, 12.0));
    }

    @Test
    void processorTimeOfThisJvmRises() {
        Duration before = ProcessorTime.of(List.of(ProcessHandle.current()));
        long end = System.nanoTime() + Duration.ofMillis(200).toNanos();
        long spins = 0;
        while (System.nanoTime() < end) {
            spins++;
        }

        assertThat(spins).isPositive();
        assertThat(ProcessorTime.of(List.of(ProcessHandle.current()))).isGreaterThan(before);
    }
}
