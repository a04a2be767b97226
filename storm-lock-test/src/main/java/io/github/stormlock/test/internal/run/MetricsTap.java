package io.github.stormlock.test.internal.run;

import com.codahale.metrics.MetricRegistry;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.metrics2.reporters.StormReporter;
import org.jspecify.annotations.Nullable;

/**
 * Makes the metrics of a topology in this JVM readable by its number. Storm makes the reporter by its class name.
 * Reports nothing by itself. Thread-safe.
 */
public final class MetricsTap implements StormReporter {
    private static final String NUMBER = "local.storm.tap";
    private static final Map<String, MetricRegistry> OPEN = new ConcurrentHashMap<>();

    private String number = "";

    /** Returns the configuration of a reporter, for one topology. */
    public static Map<String, Object> conf() {
        return Map.of(
                "class", MetricsTap.class.getName(), NUMBER, UUID.randomUUID().toString());
    }

    /** Returns the metrics of the topology that was given {@code conf}; null before the start of its worker and after its end. */
    public static @Nullable MetricRegistry of(Map<String, Object> conf) {
        return OPEN.get(number(conf));
    }

    /**
     * Returns what the library has counted under a name, summed over the tasks of some components. Storm's names hold
     * that of the component between dots: {@code storm.worker.<topology>.<host>.<component>...-<name>}.
     *
     * @param components parts of these names, any of which suffices
     */
    public static long counted(MetricRegistry registry, String what, Collection<String> components) {
        return registry.getCounters().entrySet().stream()
                .filter(metric -> metric.getKey().endsWith("storm-lock." + what)
                        && components.stream().anyMatch(metric.getKey()::contains))
                .mapToLong(metric -> metric.getValue().getCount())
                .sum();
    }

    @Override
    @SuppressWarnings("deprecation") // The one that must be there; its successor calls it.
    public void prepare(MetricRegistry registry, Map<String, Object> topologyConf, Map<String, Object> conf) {
        number = number(conf);
        OPEN.put(number, registry);
    }

    @Override
    public void start() {}

    @Override
    public void stop() {
        OPEN.remove(number);
    }

    @Override
    public void close() {
        stop();
    }

    private static String number(Map<String, Object> conf) {
        return String.valueOf(conf.get(NUMBER));
    }
}
