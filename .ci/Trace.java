import static net.bytebuddy.matcher.ElementMatchers.any;
import static net.bytebuddy.matcher.ElementMatchers.nameStartsWith;

import java.lang.instrument.Instrumentation;
import java.util.LinkedHashMap;
import java.util.Map;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;

/**
 * Counts which types of the library an update passes through, and the methods and constructors that are entered. An agent of
 * the JVM of TracedUpdate, which tells when an update begins and ends. The last one of a name counts.
 */
public final class Trace {
    private static final String LIBRARY = "io.github.stormlock.";
    private static final String THREADS = "storm-lock";
    private static final Map<Thread, Passage> OPEN = new LinkedHashMap<>();
    private static final Map<String, Passage> LAST = new LinkedHashMap<>();

    private Trace() {}

    /** The types in the order of their first entry, and the entries of the updating thread and of the library's threads. */
    private static final class Passage {
        private final Map<String, Integer> types = new LinkedHashMap<>();
        private int own;
        private int others;
    }

    /** This goes into each method of the library. */
    static final class Entry {
        private Entry() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Origin("#t") String type) {
            Trace.entered(type);
        }
    }

    public static void premain(String arguments, Instrumentation jvm) {
        new AgentBuilder.Default()
                .type(nameStartsWith(LIBRARY))
                .transform((builder, type, loader, module, domain) ->
                        builder.visit(Advice.to(Entry.class).on(any())))
                .installOn(jvm);
    }

    public static synchronized void entered(String type) {
        Passage own = OPEN.get(Thread.currentThread());
        if (own != null) {
            own.own++;
            own.types.merge(type, 1, Integer::sum);
        } else if (Thread.currentThread().getName().startsWith(THREADS)) {
            OPEN.values().forEach(passage -> {
                passage.others++;
                passage.types.merge(type, 1, Integer::sum);
            });
        }
    }

    static synchronized void begin(String name) {
        Passage passage = new Passage();
        LAST.put(name, passage);
        OPEN.put(Thread.currentThread(), passage);
    }

    static synchronized void end() {
        OPEN.remove(Thread.currentThread());
    }

    static synchronized void print(boolean types) {
        System.out.println("One guarded update: types of io.github.stormlock.*, and entries of their methods");
        System.out.printf("%-29s %5s %15s %14s%n", "", "types", "calling thread", "other threads");
        LAST.forEach((name, passage) ->
                System.out.printf("%-29s %5d %15d %14d%n", name, passage.types.size(), passage.own, passage.others));
        System.out.println("Aim of the first: at most 30 types and 250 entries. A lambda counts with the class where it stands.");
        if (types) {
            LAST.forEach((name, passage) -> {
                System.out.printf("%n%s: types in the order of their first entry, with their entries%n", name);
                passage.types.forEach((type, count) -> System.out.printf("%5d  %s%n", count, type));
            });
        }
    }
}
