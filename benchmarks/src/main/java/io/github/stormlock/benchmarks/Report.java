package io.github.stormlock.benchmarks;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** All that was measured, in the shape of the JSON file. */
record Report(
        @JsonProperty("machine") Machine machine,
        @JsonProperty("scenarios") List<Measured> scenarios,
        @JsonProperty("figures") List<Judgement> judgements) {

    static Report of(Machine machine, List<Measured> scenarios) {
        return new Report(machine, scenarios, Judgement.of(scenarios));
    }

    record Machine(
            @JsonProperty("cpus") int cpus, @JsonProperty("java") String java, @JsonProperty("redis") String redis) {}

    record Measured(@JsonProperty("name") String name, @JsonProperty("contenders") List<Figures> contenders) {}

    String toJson() throws IOException {
        return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(this);
    }

    void write(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(file, toJson() + "\n");
    }

    /** Whether a contender that promises to lose none lost an update. */
    boolean isBroken() {
        return scenarios.stream()
                .flatMap(scenario -> scenario.contenders().stream())
                .anyMatch(figures -> figures.lost() != 0 && Contenders.promisesNoLoss(figures.name()));
    }
}
