package io.github.stormlock.redis;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says that the server answered with an error. */
public final class RedisRefusedException extends RedisException {
    private static final long serialVersionUID = 1L;

    /** Codes of refusals that no command inside a script is given. */
    private static final Set<String> BEFORE_SCRIPTS = Set.of(
            "ASK",
            "BUSY",
            "CLUSTERDOWN",
            "CROSSSLOT",
            "LOADING",
            "MASTERDOWN",
            "MOVED",
            "NOAUTH",
            "TRYAGAIN",
            "WRONGPASS");

    /** Codes of a server that takes no writes now, of whatever key. */
    private static final Set<String> NO_WRITES = Set.of("MISCONF", "NOREPLICAS", "OOM", "READONLY");

    /** Codes of a server that will take the same later, without a change to its users or to the call. */
    private static final Set<String> TEMPORARY =
            Set.of("ASK", "BUSY", "CLUSTERDOWN", "LOADING", "MASTERDOWN", "MOVED", "TRYAGAIN");

    /** The permissions of the commands inside a script are checked while it runs. */
    private static final String INSIDE_A_SCRIPT = "ACL failure in script";

    private final String code;

    /**
     * Creates the exception.
     *
     * @param code the first word of the server's error, such as {@code OOM}, {@code READONLY}, {@code LOADING},
     *     {@code NOPERM}, {@code TRYAGAIN} or {@code ERR}; of the inner error, where the server wraps a script's
     * @param message the text of the server's error, with the server that answered
     * @param cause the client's exception; may be {@code null}
     */
    public RedisRefusedException(String code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** {@return the first word of the server's error, such as {@code OOM}} */
    public String code() {
        return code;
    }

    /** {@return true if the server takes no writes now, of whatever key} A script may have told this. */
    public boolean isOfWrites() {
        return NO_WRITES.contains(code);
    }

    /** {@return true if the same may be taken later, without a change to the server's users or to what is sent} */
    public boolean isTemporary() {
        return isOfWrites() || TEMPORARY.contains(code) || isFull();
    }

    private boolean isFull() {
        return code.equals("ERR") && String.valueOf(getMessage()).endsWith("max number of clients reached");
    }

    /**
     * {@return true if the server refused before it ran anything} It did not take the connection or the login, did not
     * permit the command, or does not answer for the keys now. Other errors may come out of a script, after a part of
     * it.
     */
    public boolean isBeforeScript() {
        String text = String.valueOf(getMessage());
        return BEFORE_SCRIPTS.contains(code) || (code.equals("NOPERM") && !text.contains(INSIDE_A_SCRIPT)) || isFull();
    }
}
