package io.github.stormlock.insight.explain;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Properties;

/** The states of a lock that are told apart. */
public enum LockFinding {
    /** Nobody has it, and nobody waits. */
    FREE(false),
    /** Nobody has it, although somebody waits. */
    FREE_BUT_WAITED_FOR(false),
    /** Nobody has it, and all who wait are dead. */
    WAITERS_DEAD(false),
    /** It was given to a waiter a moment ago. */
    GIFT(false),
    /** It has been held for less than a lease. */
    YOUNG(false),
    /** It is held by one who lives; nobody tells for how long. */
    HELD(false),
    /** It has been held for longer than a lease, by one who lives. */
    LONG(false),
    /** It is held by one who is connected, but does not report. */
    SILENT(true),
    /** It is held by one whose connections are in use, but that does not report. */
    UNREPORTED(false),
    /** It is held by one of whom nothing is known. */
    HOLDER_UNKNOWN(false),
    /** Its holder is dead. */
    DEAD_HOLDER(true),
    /** Its holder lives, but threads of its worker wait for connections. */
    POOL_EXHAUSTED(true),
    /** It goes from hand to hand. */
    HOT(false),
    /** Another program holds it, for a time. */
    STRANGER(false),
    /** Another program holds it, without an expiry. */
    STRANGER_FOREVER(true),
    /** Something of another type stands under its key. */
    WRONG_TYPE(true),
    /** Threads wait for each other's locks. */
    DEADLOCK(true),
    /** An update of the entry is being computed without the lock. */
    OPEN_UPDATE(false),
    /** Readers hold it together. */
    READERS(false),
    /** Permits are in use. */
    PERMITS_IN_USE(false),
    /** A latch waits for ids. */
    LATCH_CLOSED(false),
    /** A latch is open. */
    LATCH_OPEN(false),
    /** The server refuses to be asked for it. */
    REFUSED(true);

    private static final Properties TEXTS = read();

    private final boolean wrong;

    LockFinding(boolean wrong) {
        this.wrong = wrong;
    }

    /** {@return true if somebody should do something about it} */
    public boolean isWrong() {
        return wrong;
    }

    Diagnosis because(Object... given) {
        return in("", given);
    }

    /** Returns the finding with the texts of one of its cases, and what they leave open. */
    Diagnosis in(String someCase, Object... given) {
        String name = name() + someCase;
        return new Diagnosis(
                this, text(name, given), TEXTS.containsKey(name + ".do") ? text(name + ".do", given) : "Nothing.");
    }

    static String text(String name, Object... given) {
        return String.format(Locale.ROOT, TEXTS.getProperty(name), given);
    }

    private static Properties read() {
        Properties texts = new Properties();
        try (InputStream file = LockFinding.class.getResourceAsStream("findings.properties")) {
            texts.load(file);
            return texts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
