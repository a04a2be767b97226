package io.github.stormlock.bolt;

import io.github.stormlock.lock.LockException;

/** Carries what a method of the user's threw past the library, so that it is not taken for the library's own. */
final class UserFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private UserFailure(Throwable cause) {
        super(cause.toString(), cause, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    }

    /**
     * @throws VirtualMachineError if it is one that leaves the JVM in doubt; a stack that overflowed does not
     */
    static UserFailure of(Throwable thrown) {
        if (thrown instanceof VirtualMachineError fatal && !(thrown instanceof StackOverflowError)) {
            throw fatal;
        }
        return new UserFailure(thrown);
    }

    RuntimeException reason() {
        Throwable thrown = getCause();
        return thrown instanceof RuntimeException known
                ? known
                : new IllegalStateException("a method of the bolt threw " + thrown, thrown);
    }

    /** Whether the tuple may well succeed another time: the trouble was with a lock that the user's method took. */
    boolean isPassing() {
        return getCause() instanceof LockException || isInterrupt();
    }

    /** An executor that is told of an interrupt by an exception ends without a word. */
    boolean isInterrupt() {
        for (Throwable t = getCause(); t != null; t = t.getCause()) {
            if (t instanceof InterruptedException) {
                return true;
            }
        }
        return false;
    }
}
