package io.github.stormlock.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.github.stormlock.benchmarks.contender.Contenders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** All that was measured, in the shape of the JSON file. */
public record BenchmarksReport(
        Machine machine, List<Measured> scenarios, @JsonProperty("figures") List<Judgement> judgements) {

    /** Returns the report of these scenarios, with the goals that they judge. */
    public static BenchmarksReport of(Machine machine, List<Measured> scenarios) {
        return new BenchmarksReport(machine, List.copyOf(scenarios), Judgement.of(scenarios));
    }

    /** The machine on which it was measured. */
    public record Machine(int cpus, String java, String redis) {}

    String toJson() throws IOException {
        return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(this);
    }

    /** Writes the JSON file, and creates its folder if it is missing. */
    public void write(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(file, toJson() + "\n");
    }

    /** Returns true if a contender lost an update although it promises to lose none. */
    @JsonIgnore
    public boolean isBroken() {
        return scenarios.stream()
                .flatMap(scenario -> scenario.contenders().stream())
                .anyMatch(figures -> figures.lost() != 0 && Contenders.promisesNoLoss(figures.name()));
    }
}
