package io.github.stormlock.benchmarks.cost;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * The use of this JVM's living threads, each since it began, without some of them. The collector's and the
 * compiler's threads are not among them: what they do in a tenth of a second is chance, and the bytes tell what the
 * collector will have to do.
 *
 * @param cpuNanos their processor time
 * @param allocatedBytes what they have allocated
 */
record JvmUse(long cpuNanos, long allocatedBytes) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static JvmUse without(ThreadSet others) {
        long[] ids = ThreadSet.living().without(others).array();
        long cpu = 0;
        long bytes = 0;
        long[] allocated = THREADS.getThreadAllocatedBytes(ids);
        long[] used = THREADS.getThreadCpuTime(ids);
        for (int i = 0; i < ids.length; i++) {
            // A thread that has ended meanwhile has nothing any more: -1.
            cpu += Math.max(0, used[i]);
            bytes += Math.max(0, allocated[i]);
        }
        return new JvmUse(cpu, bytes);
    }

    JvmUse since(JvmUse earlier) {
        return new JvmUse(cpuNanos - earlier.cpuNanos, allocatedBytes - earlier.allocatedBytes);
    }
}
