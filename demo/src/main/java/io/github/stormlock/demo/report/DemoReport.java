package io.github.stormlock.demo.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The report: one JSON object in which every leaf is a number. */
public final class DemoReport {
    private static final ObjectMapper JSON = new ObjectMapper();

    private DemoReport() {}

    /**
     * Makes the report. Programs of users read its fields, which are named as those of the totals.
     *
     * @param seconds the time that the run took
     * @param replays the events recognised as already applied, in this run
     */
    public static ObjectNode of(Totals totals, double seconds, long replays) {
        return JSON.<ObjectNode>valueToTree(totals)
                .put("seconds", Math.round(seconds * 1_000) / 1_000.0)
                .put("replays", replays);
    }
}
