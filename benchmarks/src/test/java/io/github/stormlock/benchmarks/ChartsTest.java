package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartsTest {
    @Test
    void eachScenarioGetsAnSvgNamedAfterIt(@TempDir Path folder) throws Exception {
        Figures figures = new Figures("storm-lock", 10.5, 0.25, 3.5, 4.5, 2.5, null, 0);
        Report.Measured hot = new Report.Measured("hot", List.of(figures));

        Charts.draw(new Report(new Report.Machine(2, "17", "7.0"), List.of(hot)), folder);

        assertThat(folder.resolve("hot.svg")).content().contains("<svg");
    }
}
