package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.read.WorkerInfo;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Do all workers use one version of the library? */
final class VersionsCheck extends Check {
    VersionsCheck() {
        super("versions", "workers.versions");
    }

    @Override
    List<Finding> look(Exam exam) {
        Map<String, Long> versions = exam.workers().workers().stream()
                .map(WorkerInfo::lib)
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        if (versions.size() > 1) {
            return List.of(warn("mixed: "
                    + versions.entrySet().stream()
                            .map(each -> each.getValue() + " of " + Shown.text(each.getKey(), 30))
                            .collect(Collectors.joining(", "))
                    + ". They work together; finish the upgrade"));
        }
        return List.of(
                versions.isEmpty()
                        ? ok("no worker reports")
                        : ok(Shown.text(versions.keySet().iterator().next(), 30)));
    }
}
