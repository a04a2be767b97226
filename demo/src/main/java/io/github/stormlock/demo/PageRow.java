package io.github.stormlock.demo;

import java.util.Comparator;

/** The counts in the entry of one page. */
record PageRow(String path, long hits, long bytes, long errors) {

    /** The order by hits, the most wanted page first; equal ones by name, so that two runs show the same. */
    static final Comparator<PageRow> BY_HITS =
            Comparator.comparingLong(PageRow::hits).reversed().thenComparing(PageRow::path);
}
