package io.github.stormlock.bolt.internal;

import io.github.stormlock.Guard;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.internal.usercode.UserCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the methods of one task's bolt twice, and compares. What is found once is thrown again by every later call, since
 * an update that throws runs again, and may happen to be pure then. Thread-safe.
 */
public final class Purity {
    private final LockingBolt<?> bolt;
    /** Odd while a method runs that may change fields of the bolt. */
    private final AtomicInteger allowed = new AtomicInteger();

    private volatile @Nullable ImpureException found;

    public Purity(LockingBolt<?> bolt) {
        this.bolt = bolt;
    }

    /** Runs a method that may change fields of the bolt. */
    public void allow(Runnable method) {
        allowed.incrementAndGet();
        try {
            method.run();
        } finally {
            allowed.incrementAndGet();
        }
    }

    /**
     * Runs a method, and demands that it leaves the fields of the bolt alone.
     *
     * @throws ImpureException if it does not
     */
    public void leavingFieldsAlone(String method, Runnable call) {
        throwAgain();
        Optional<String> change = changeBy(call);
        change.ifPresent(field -> report(method, List.of(field)));
    }

    private Optional<String> changeBy(Runnable call) {
        int before = allowed.get();
        BoltFields fields = BoltFields.of(bolt);
        call.run();
        BoltFields afterwards = BoltFields.of(bolt);
        boolean comparable = before % 2 == 0 && before == allowed.get();
        return comparable ? fields.changedIn(afterwards) : Optional.empty();
    }

    /**
     * Runs a change on two copies of a view, of which one is changed on another thread, and demands that both runs
     * write the same and leave the fields of the bolt alone. If both throw alike, all is well.
     *
     * <p>An entry of which not all is known is left out.
     *
     * @param method the method and its entry, for messages
     * @throws ImpureException if the runs differ
     */
    public <E> void twice(String method, Guard<E> guard, E view, Consumer<? super E> change) {
        throwAgain();
        E one = guard.copied(view);
        E other = guard.copied(view);
        if (one == null || other == null) {
            return;
        }
        List<@Nullable Throwable> thrown = new ArrayList<>(2);
        List<String> findings = new ArrayList<>(2);
        changeBy(() -> {
                    thrown.add(thrownBy(() -> change.accept(one)));
                    thrown.add(thrownElsewhere(guard.name(), () -> change.accept(other)));
                })
                .ifPresent(findings::add);
        Throwable first = thrown.get(0);
        Throwable second = thrown.get(1);
        if (second instanceof InterruptedException) {
            // The task ends, and says nothing about its bolt.
            Thread.currentThread().interrupt();
            return;
        }
        if (first == null && second == null) {
            WrittenFields.of(guard.written(one))
                    .differentIn(WrittenFields.of(guard.written(other)))
                    .ifPresent(findings::add);
        } else if (first == null || second == null || first.getClass() != second.getClass()) {
            findings.add("one run ended with " + ending(first) + " and the other with " + ending(second));
        }
        if (!findings.isEmpty()) {
            report(method, findings);
        }
    }

    private static String ending(@Nullable Throwable thrown) {
        return thrown == null ? "no exception" : thrown.toString();
    }

    private static @Nullable Throwable thrownBy(Runnable run) {
        try {
            run.run();
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    private static @Nullable Throwable thrownElsewhere(String entry, Runnable run) {
        FutureTask<@Nullable Throwable> task =
                new FutureTask<>(() -> thrownBy(() -> UserCode.run("update", entry, run)));
        Thread thread = new Thread(task, "storm-lock-second-run");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get();
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException e) {
            return e;
        }
    }

    /**
     * Reports what was found.
     *
     * @throws ImpureException always; every later call throws it too
     */
    public void report(String method, List<String> findings) {
        ImpureException impure = new ImpureException(bolt.getClass().getName() + " is not pure: in its " + method + ", "
                + String.join(", and ", findings)
                + ". It may run more than once for a tuple and on several threads, so it follows from the tuple and the"
                + " entry alone, and changes nothing but its entry");
        found = impure;
        throw impure;
    }

    private void throwAgain() {
        ImpureException before = found;
        if (before != null) {
            throw before;
        }
    }
}
