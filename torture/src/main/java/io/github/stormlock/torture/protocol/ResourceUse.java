package io.github.stormlock.torture.protocol;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * The resources that a JVM uses.
 *
 * @param heap the heap that is in use after a collection, in bytes
 * @param threads the number of live threads
 * @param files the number of open files
 */
public record ResourceUse(long heap, long threads, long files) {
    public static ResourceUse ofThisJvm() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        String[] open = new File("/proc/self/fd").list();
        return new ResourceUse(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                open == null ? 0 : open.length);
    }

    /** Returns the figures as one line of a table. */
    public String words() {
        return String.format(Locale.ROOT, "heap %,6.1f MB, %3d threads, %3d open files", heap / 1e6, threads, files);
    }
}
