package io.github.stormlock.demo.report;

import java.util.Comparator;

/** The counts in the entry of one page. */
public record PageRow(String path, long hits, long bytes, long errors) {

    /** The order by hits, the most wanted page first; equal ones by name, so that two runs show the same. */
    public static final Comparator<PageRow> BY_HITS =
            Comparator.comparingLong(PageRow::hits).reversed().thenComparing(PageRow::path);
}
