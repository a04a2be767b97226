package io.github.stormlock.topologies.accesslog;

import io.github.stormlock.entry.HashEntry;
import java.util.Set;
import java.util.TreeSet;

/** Keeps the first few lines by source and offset, in any order of arrival. */
final class FirstFew {

    static final int MOST = 10;

    private FirstFew() {}

    static void keep(HashEntry lines, String source, long offset, String shown) {
        // The number has as many digits as the largest offset, so that names sort as offsets do.
        lines.set(String.format("%s:%016d", source, offset), shown);
        Set<String> names = new TreeSet<>(lines.fields());
        names.stream().skip(MOST).forEach(lines::remove);
    }
}
