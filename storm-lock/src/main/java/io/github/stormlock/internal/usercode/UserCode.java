package io.github.stormlock.internal.usercode;

import io.github.stormlock.internal.text.Printable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows when the calling thread runs a method of the user's on behalf of this library. A call from such a method that
 * would wait for a lock is refused at once, for any key. Otherwise two threads that wait inside their updates for
 * each other's entries would wait for ever.
 *
 * <p>For the bolts of this library, which run more of the user's methods than {@code update}; a program needs none of
 * this. Thread-safe.
 *
 * @hidden
 */
public final class UserCode {
    /** One for all factories: a thread that waits at one server keeps what it holds at another. */
    private static final ThreadLocal<@Nullable Frame> CURRENT = new ThreadLocal<>();

    private UserCode() {}

    private record Frame(String method, String entry, @Nullable Frame outer) {
        private String name() {
            return entry.isEmpty() ? method : method + " of " + Printable.name(entry);
        }
    }

    /**
     * Runs a method of the user's on this thread.
     *
     * @param <R> the type of the result
     * @param method the name of the method in messages, such as {@code emit}
     * @param entryKey the key of the entry that it is for; empty while that is not known
     * @param work calls the method
     * @return what the method returned
     */
    public static <R extends @Nullable Object> R run(String method, String entryKey, Supplier<R> work) {
        enter(method, entryKey);
        try {
            return work.get();
        } finally {
            leave();
        }
    }

    /**
     * Runs a method that returns nothing, as {@link #run(String, String, Supplier)} does for others.
     *
     * @param method the name of the method in messages
     * @param entryKey the key of the entry that it is for; empty while that is not known
     * @param work calls the method
     */
    public static void run(String method, String entryKey, Runnable work) {
        enter(method, entryKey);
        try {
            work.run();
        } finally {
            leave();
        }
    }

    /**
     * Notes that a method of the user's begins on this thread. {@link #leave} has to follow in a {@code finally}.
     *
     * @param method the name of the method in messages
     * @param entryKey the key of the entry that it is for; empty while that is not known
     */
    public static void enter(String method, String entryKey) {
        // A bolt of the user's may have returned null.
        CURRENT.set(new Frame(method, String.valueOf(entryKey), CURRENT.get()));
    }

    /** Notes that the method that was entered last has ended. */
    public static void leave() {
        Frame frame = CURRENT.get();
        if (frame == null || frame.outer() == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(frame.outer());
        }
    }

    /**
     * Refuses a call that waits, if the calling thread is inside an update.
     *
     * @param call the name of the call in the message
     * @param name the name of the lock that the call waits for, or the names of several
     * @throws IllegalStateException if the calling thread is inside a method of the user's
     */
    public static void refuse(String call, String name) {
        Frame frame = CURRENT.get();
        if (frame != null) {
            throw new IllegalStateException(call + " of " + Printable.name(name) + " inside " + frame.name() + ": "
                    + advice(call, name, frame));
        }
    }

    private static String advice(String call, String name, Frame frame) {
        if (frame.entry().equals(name)) {
            return "that update is changing it; change the entry through the view that the update was given";
        }
        String reason = "a call that waits in there keeps others waiting, and two of them may wait for each other; ";
        boolean both = call.endsWith("update")
                && frame.method().endsWith("update")
                && !frame.entry().isEmpty();
        return reason
                + (both
                        ? "name both in guardAll(" + Printable.name(frame.entry()) + ", " + Printable.name(name)
                                + "), which changes them in one step, or make one update after the other"
                        : "make one update after the other, or take a mutex around both");
    }
}
