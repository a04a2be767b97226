package io.github.stormlock.benchmarks.cost;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What this JVM has used, without what some of its threads have. The collector's and the compiler's threads count.
 *
 * @param cpuNanos the processor time since the JVM began
 * @param allocatedBytes what the threads that live now have allocated, each since it began
 */
record JvmUse(long cpuNanos, long allocatedBytes) {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static JvmUse without(ThreadSet others) {
        long cpu = SYSTEM.getProcessCpuTime();
        for (long id : others.ids()) {
            // A thread that has ended has no time any more: -1.
            cpu -= Math.max(0, THREADS.getThreadCpuTime(id));
        }
        long bytes = 0;
        for (long id : ThreadSet.living().without(others).ids()) {
            bytes += Math.max(0, THREADS.getThreadAllocatedBytes(id));
        }
        return new JvmUse(cpu, bytes);
    }

    JvmUse since(JvmUse earlier) {
        return new JvmUse(cpuNanos - earlier.cpuNanos, allocatedBytes - earlier.allocatedBytes);
    }
}
