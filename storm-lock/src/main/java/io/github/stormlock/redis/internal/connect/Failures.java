package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.ScriptCall;
import java.net.SocketTimeoutException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Turns the exceptions of Jedis and of the pool into those that {@link RedisPort} promises. The messages tell what to
 * do.
 */
public final class Failures {
    private static final String WRAPPER = "ERR Error running script";

    private Failures() {}

    static RedisUnavailableException poolExhausted(HostAndPort address, PoolConfig pool, long waitedNanos) {
        boolean whole = waitedNanos >= pool.maxWait().toNanos();
        return new RedisUnavailableException(
                "the connection pool is exhausted: none of its connections to " + address + " became free within "
                        + TimeUnit.NANOSECONDS.toMillis(waitedNanos) + " ms"
                        + (whole ? "" : ", which is all that the caller could spare")
                        + " (" + Checks.name("pool.max.total") + " is " + pool.maxTotal()
                        + ", " + Checks.name("pool.max.wait") + " is "
                        + pool.maxWait().toMillis() + " ms)",
                null);
    }

    public static RedisUnavailableException interrupted(HostAndPort address) {
        return new RedisUnavailableException("interrupted while waiting for a connection to " + address, null);
    }

    public static RedisUnavailableException closed(HostAndPort address) {
        return new RedisUnavailableException("the connections to " + address + " are closed", null);
    }

    /**
     * Returns the failure to make a connection. A server's error is quoted without its echo of what was sent: the
     * password.
     *
     * @param reached true if something takes connections at the address
     */
    public static RedisException notConnected(Peer peer, HostAndPort address, boolean reached, Exception cause) {
        if (cause instanceof RedisException told) {
            return told;
        } else if (cause instanceof JedisDataException refused) {
            String text = withoutEcho(refused);
            // A server without a password has an error for a login that is no refusal of it.
            return refused instanceof JedisAccessControlException || text.contains("AUTH")
                    ? new RedisRefusedException(
                            code(text), peer.at(address) + " refused the login: " + text + peer.loginAdvice(), null)
                    : new RedisUnavailableException(
                            peer.at(address) + " refused the connection: " + text
                                    + (isOfHello(text) ? "; set " + Checks.name("protocol") + " to resp2" : ""),
                            null);
        }
        return new RedisUnavailableException(
                "no connection to " + peer.at(address) + ": " + reason(cause) + (reached ? advice(cause) : ""), cause);
    }

    private static boolean isOfHello(String text) {
        return text.toUpperCase(Locale.ROOT).contains("HELLO") || text.startsWith("NOPROTO");
    }

    /** Returns advice on the settings with which the two sides may not understand each other. The error seldom says so. */
    private static String advice(Exception cause) {
        String text = String.valueOf(cause.getMessage());
        if (text.contains(Checks.name(""))) {
            return "";
        } else if (Stream.of("TLS", "SSL", "certif", "alert", "trust").anyMatch(text::contains)) {
            return "; see " + Checks.name("tls") + ", " + Checks.name("tls.truststore") + " or "
                    + Checks.name("tls.ca.cert.file")
                    + " for whom to trust, and " + Checks.name("tls.keystore") + " or " + Checks.name("tls.cert.file")
                    + " for who this is";
        }
        return "; if only one side speaks TLS, see " + Checks.name("tls") + "; if Redis takes no HELLO, set "
                + Checks.name("protocol")
                + " to resp2; if no Redis is there, see " + Checks.name("uri") + " or " + Checks.name("nodes");
    }

    public static RedisRefusedException refused(ScriptCall call, HostAndPort address, JedisDataException error) {
        String text = withoutEcho(error);
        boolean knowsNoScripts =
                isUnknownCommand(error) && text.toUpperCase(Locale.ROOT).contains("EVAL");
        return new RedisRefusedException(
                code(text),
                "Redis at " + address + " refused script " + call.script() + ": " + text
                        + (knowsNoScripts ? "; a sentinel, for one, runs none: see " + Checks.name("mode") : ""),
                error);
    }

    public static RedisUnavailableException noSlots(HostAndPort address, JedisDataException error) {
        return new RedisUnavailableException(
                "Redis at " + address + " does not tell the slots of a cluster: " + withoutEcho(error)
                        + "; if it is no node of a cluster, see " + Checks.name("mode"),
                null);
    }

    /** Returns true if the server does not have the command at all: it is one of another kind. */
    public static boolean isUnknownCommand(JedisDataException error) {
        return String.valueOf(error.getMessage()).toLowerCase(Locale.ROOT).startsWith("err unknown command");
    }

    static RedisRefusedException nested(JedisDataException error) {
        String text = String.valueOf(error.getMessage());
        return new RedisRefusedException(code(text), text, error);
    }

    public static RedisAnswerLostException answerLost(ScriptCall call, HostAndPort address, Throwable cause) {
        String what = isTimeout(cause) ? "no answer came in time" : "the connection was lost";
        return new RedisAnswerLostException(
                "script " + call.script() + " was sent to Redis at " + address + " and " + what + ": it may have run",
                cause);
    }

    public static boolean isTimeout(Throwable failure) {
        return failure.getCause() instanceof SocketTimeoutException;
    }

    /** Returns the message, or the name of the class: some failures of the network have no message. */
    public static String reason(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    public static String code(JedisDataException error) {
        return code(String.valueOf(error.getMessage()));
    }

    /**
     * Returns the first word of an error. Redis 6.2 wraps the error of a command inside a script:
     * {@code ERR Error running script …: -OOM …}.
     */
    private static String code(String text) {
        int wrapped = text.startsWith(WRAPPER) ? text.indexOf(": -") : -1;
        int start = wrapped < 0 ? 0 : wrapped + 3;
        int end = text.indexOf(' ', start);
        return end < 0 ? text.substring(start) : text.substring(start, end);
    }

    private static String withoutEcho(JedisDataException error) {
        String text = String.valueOf(error.getMessage());
        int echo = text.indexOf(", with args beginning with");
        return echo < 0 ? text : text.substring(0, echo);
    }
}
