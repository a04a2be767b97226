package io.github.stormlock.torture.protocol;

import java.io.File;
import java.lang.management.ManagementFactory;

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

    public String text() {
        return heap + " " + threads + " " + files;
    }

    public static ResourceUse parse(String text) {
        String[] parts = text.split(" ", -1);
        return new ResourceUse(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }
}
