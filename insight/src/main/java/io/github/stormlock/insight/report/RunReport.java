package io.github.stormlock.insight.report;

import io.github.stormlock.insight.page.state.Level;
import java.util.List;

/**
 * The report of a run. Texts may come from strangers: the report shows them, and nothing in them is markup.
 *
 * @param title the heading
 * @param level how the run ended, as a colour
 * @param verdict how it ended, in words
 * @param facts what tells this run from others: machine, versions, seed, configuration; without secrets
 * @param sections the rest, in order
 */
public record RunReport(
        String title, Level level, String verdict, List<ReportFact> facts, List<ReportSection> sections) {
    /** Copies the lists. */
    public RunReport {
        facts = List.copyOf(facts);
        sections = List.copyOf(sections);
    }
}
