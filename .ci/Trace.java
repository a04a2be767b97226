import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StringReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Counts the types and the methods of the library that one guarded update passes through. .ci/trace starts it with the
 * class path of TracedUpdate, the port of a Redis, and {@code --list} if the types are to be listed. It runs
 * TracedUpdate in a JVM of its own, and is told each method that is entered between two breakpoints.
 */
public final class Trace {
    private static final String MARK = "TracedUpdate$Mark";
    private static final String LIBRARY = "io.github.stormlock.*";
    /** The beginning of the names of all threads of the library. */
    private static final String THREADS = "storm-lock";
    /** The mark of a lambda's class. The JVM names such a class by the class where the lambda stands, followed by this. */
    private static final String LAMBDA = "$$Lambda";

    private static final long MOST_SECONDS = 60;

    private static final String NOTE =
            """
            A type is a class, nested or not, of which a method or a constructor was entered. A lambda counts with
            the class where it stands: its body, and what is entered of the class that the JVM makes of it. The
            latter is the last column, and is part of the others.""";

    private final VirtualMachine vm;
    private final MethodEntryRequest entries;
    private final Map<ThreadReference, Passage> open = new HashMap<>();
    private final Map<ThreadReference, Boolean> ofLibrary = new HashMap<>();
    private final Map<String, Passage> passages = new HashMap<>();

    private Trace(VirtualMachine vm) {
        this.vm = vm;
        this.entries = vm.eventRequestManager().createMethodEntryRequest();
    }

    /** The types and methods that one update passes through. */
    private static final class Passage {
        private final Map<String, Integer> types = new LinkedHashMap<>();
        private int own;
        private int others;
        private int lambdas;

        private void enter(String type, boolean byItsOwnThread) {
            int end = type.indexOf(LAMBDA);
            types.merge(end < 0 ? type : type.substring(0, end), 1, Integer::sum);
            lambdas += end < 0 ? 0 : 1;
            if (byItsOwnThread) {
                own++;
            } else {
                others++;
            }
        }
    }

    /** The updates that are shown, in this order. */
    private enum Printable {
        ALONE("alone", "1  alone", "aim: at most 30 types and 250 entries"),
        LEADER("leader", "2  leader of a group of two", ""),
        FOLLOWER("follower", "3  follower in that group", ""),
        EXCLUSIVE("exclusive", "4  alone, under the lock", "");

        private final String mark;
        private final String title;
        private final String aim;

        Printable(String mark, String title, String aim) {
            this.mark = mark;
            this.title = title;
            this.aim = aim;
        }
    }

    public static void main(String[] args) {
        try {
            Map<String, Passage> passages = trace(args[0], args[1]);
            printTable(passages);
            if (args.length > 2) {
                printTypes(passages);
            }
        } catch (Exception e) {
            System.err.println("error: could not trace: " + e);
            System.exit(1);
        }
    }

    private static Map<String, Passage> trace(String classPath, String port) throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        // There is no logger, and SLF4J must not warn about that.
        arguments.get("options").setValue("-Dslf4j.internal.verbosity=ERROR -cp \"" + classPath + "\"");
        arguments.get("main").setValue("TracedUpdate " + port);
        VirtualMachine vm = connector.launch(arguments);
        Process process = vm.process();
        // The traced JVM must end even if this JVM is told to end.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        try {
            List<Thread> output = List.of(shows(process.getInputStream()), shows(process.getErrorStream()));
            Trace trace = new Trace(vm);
            trace.request();
            trace.follow();
            for (Thread thread : output) {
                thread.join();
            }
            if (process.waitFor() != 0) {
                throw new IllegalStateException("the traced program failed; its output is above");
            }
            return trace.complete();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private Map<String, Passage> complete() {
        for (Printable shown : Printable.values()) {
            if (!passages.containsKey(shown.mark)) {
                throw new IllegalStateException("the traced program made no update of the kind '" + shown.mark + "'");
            }
        }
        return passages;
    }

    private static Thread shows(InputStream output) {
        Thread thread = new Thread(() -> {
            try (output) {
                output.transferTo(System.err);
            } catch (IOException e) {
                // The stream ends with the traced JVM.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void request() {
        ClassPrepareRequest marks = vm.eventRequestManager().createClassPrepareRequest();
        marks.addClassFilter(MARK);
        marks.enable();
        entries.addClassFilter(LIBRARY);
        // No thread may wait for this program at a method, because slow updates go another way through the library.
        entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
    }

    /** Follows the traced program until it ends. */
    private void follow() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (true) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            EventSet events = left <= 0 ? null : vm.eventQueue().remove(left);
            if (events == null) {
                throw new IllegalStateException("the traced program did not end within " + MOST_SECONDS + " s");
            }
            for (Event event : events) {
                if (event instanceof VMDisconnectEvent) {
                    return;
                }
                handle(event);
            }
            events.resume();
        }
    }

    private void handle(Event event) throws Exception {
        if (event instanceof MethodEntryEvent entry) {
            entered(entry.thread(), entry.method().declaringType().name());
        } else if (event instanceof BreakpointEvent mark) {
            marked(mark);
        } else if (event instanceof ClassPrepareEvent prepared) {
            breakAt(prepared.referenceType(), "begin");
            breakAt(prepared.referenceType(), "end");
        }
    }

    private void breakAt(ReferenceType marks, String method) {
        BreakpointRequest request = vm.eventRequestManager()
                .createBreakpointRequest(marks.methodsByName(method).get(0).location());
        request.enable();
    }

    /** Begins or ends a passage. A passage of the same name begins anew, so that the last one stays. */
    private void marked(BreakpointEvent mark) throws IncompatibleThreadStateException {
        ThreadReference thread = mark.thread();
        if (mark.location().method().name().equals("begin")) {
            StringReference name = (StringReference) thread.frame(0).getArgumentValues().get(0);
            Passage passage = new Passage();
            passages.put(name.value(), passage);
            open.put(thread, passage);
        } else {
            open.remove(thread);
        }
        entries.setEnabled(!open.isEmpty());
    }

    /** Counts an entered method. A thread of the library works for all passages that are open. */
    private void entered(ThreadReference thread, String type) {
        Passage own = open.get(thread);
        if (own != null) {
            own.enter(type, true);
        } else if (ofLibrary.computeIfAbsent(thread, unknown -> unknown.name().startsWith(THREADS))) {
            open.values().forEach(passage -> passage.enter(type, false));
        }
    }

    private static void printTable(Map<String, Passage> passages) {
        System.out.println("One guarded update: types of io.github.stormlock.*, and entries of their methods");
        System.out.printf("%-29s %5s %15s %14s %11s%n", "", "types", "calling thread", "other threads", "of lambdas");
        for (Printable shown : Printable.values()) {
            Passage passage = passages.get(shown.mark);
            String row = String.format(
                    "%-29s %5d %15d %14d %11d  %s",
                    shown.title, passage.types.size(), passage.own, passage.others, passage.lambdas, shown.aim);
            System.out.println(row.stripTrailing());
        }
        System.out.println(NOTE);
    }

    private static void printTypes(Map<String, Passage> passages) {
        for (Printable shown : Printable.values()) {
            System.out.printf("%n%s: types in the order of their first entry, with their entries%n", shown.title);
            passages.get(shown.mark).types.forEach((type, count) -> System.out.printf("%5d  %s%n", count, type));
        }
    }
}
