package io.github.stormlock.bolt;

import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;

/** Judges the throwables that come out of a tuple's processing, the user's methods included. */
final class Throwables {
    /**
     * The greatest depth of causes that is looked at. Nobody nests them deeper, and a chain that leads back to itself
     * must not hold an executor.
     */
    private static final int DEEPEST = 100;

    private Throwables() {}

    /** @throws VirtualMachineError if it is one that leaves the JVM in doubt; a stack that overflowed does not */
    static void throwIfFatal(Throwable thrown) {
        if (isFatal(thrown)) {
            throw (VirtualMachineError) thrown;
        }
    }

    /** Returns true if it leaves the JVM in doubt. Then it says nothing about the tuple that met it. */
    static boolean isFatal(Throwable thrown) {
        return thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError);
    }

    /**
     * Sets the thread's interrupt flag again if the throwable tells of an interrupt, because its thrower has cleared
     * the flag.
     *
     * @return true if the thread is interrupted
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
     * Returns the same exception if it can be read, and otherwise one that names its class. A user's exception may
     * throw out of its own message or cause, and then a logger that prints it would throw too.
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

    /** Returns what was caught, as {@link #readable} does. Throws it again if it is fatal, and keeps an interrupt. */
    static Throwable caught(Throwable thrown) {
        throwIfFatal(thrown);
        Throwable caught = readable(thrown);
        keepInterrupt(caught);
        return caught;
    }

    /** Returns the throwable as an exception that can be handed on. */
    static RuntimeException reason(Throwable thrown) {
        return thrown instanceof RuntimeException known
                ? known
                : new IllegalStateException(
                        "a method of the bolt threw " + thrown.getClass().getName() + ": " + thrown.getMessage(),
                        thrown);
    }
}
