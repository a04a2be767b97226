package io.github.stormlock.demo;

import java.util.Comparator;

/** What the entry of one page says. */
record PageRow(String path, long hits, long bytes, long errors) {

    /** The most wanted first; equal ones by name, so that two runs show the same. */
    static final Comparator<PageRow> BY_HITS =
            Comparator.comparingLong(PageRow::hits).reversed().thenComparing(PageRow::path);
}
