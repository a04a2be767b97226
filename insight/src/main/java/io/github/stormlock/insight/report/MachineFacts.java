package io.github.stormlock.insight.report;

import java.util.ArrayList;
import java.util.List;

/** The facts that each report tells of its machine. Without secrets: no environment, no arguments. */
public final class MachineFacts {
    private MachineFacts() {}

    /**
     * {@return processors, system and Java of this machine}
     */
    public static List<ReportFact> ofThisMachine() {
        List<ReportFact> facts = new ArrayList<>();
        facts.add(new ReportFact(
                "machine",
                Runtime.getRuntime().availableProcessors() + " CPUs, "
                        + Math.round(Runtime.getRuntime().maxMemory() / 1e6) + " MB heap, " + property("os.name") + " "
                        + property("os.version") + " " + property("os.arch")));
        facts.add(new ReportFact("Java", property("java.version") + ", " + property("java.vm.name")));
        return facts;
    }

    private static String property(String name) {
        return System.getProperty(name, "?");
    }
}
