package io.github.stormlock.bolt;

import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;

/** What to make of a throwable that came out of a tuple's processing, the user's methods included. */
final class Trouble {
    /** Nobody nests causes deeper, and a chain that bites its tail must not hold an executor. */
    private static final int DEEPEST = 100;

    private Trouble() {}

    /** @throws VirtualMachineError if it is one that leaves the JVM in doubt; a stack that overflowed does not */
    static void throwIfFatal(Throwable thrown) {
        if (isFatal(thrown)) {
            throw (VirtualMachineError) thrown;
        }
    }

    /** Whether it leaves the JVM in doubt: then it says nothing of the tuple that met it. */
    static boolean isFatal(Throwable thrown) {
        return thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError);
    }

    /**
     * Sets the thread's interrupt flag again where the throwable tells of an interrupt, whose flag its thrower has cleared.
     *
     * @return whether the thread is interrupted
     */
    static boolean keepInterrupt(Throwable thrown) {
        Throwable t = thrown;
        for (int depth = 0; t != null && depth < DEEPEST; depth++) {
            if (t instanceof InterruptedException
                    || (t instanceof InterruptedIOException && !(t instanceof SocketTimeoutException))) {
                Thread.currentThread().interrupt();
            }
            t = t.getCause();
        }
        return Thread.currentThread().isInterrupted();
    }

    /**
     * Returns the same exception if it can be read, and otherwise one that names its class: a user's exception may throw out
     * of its own message or cause, and then a logger that prints it would throw too.
     */
    static Throwable readable(Throwable thrown) {
        try {
            Throwable t = thrown;
            for (int depth = 0; t != null && depth < DEEPEST; depth++) {
                String unused = t.toString();
                t = t.getCause();
            }
            return thrown;
        } catch (Throwable unreadable) {
            throwIfFatal(unreadable);
            return new IllegalStateException("a method of the bolt threw "
                    + thrown.getClass().getName() + ", whose message or cause cannot be read: it throws "
                    + unreadable.getClass().getName());
        }
    }

    /** The same as an exception that can be handed on. */
    static RuntimeException reason(Throwable thrown) {
        return thrown instanceof RuntimeException known
                ? known
                : new IllegalStateException(
                        "a method of the bolt threw " + thrown.getClass().getName() + ": " + thrown.getMessage(),
                        thrown);
    }
}
