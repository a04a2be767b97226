package io.github.stormlock.insight;

import io.github.stormlock.insight.redis.RedisOptions;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.lock.insight.LockNames;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * One call of {@code locks}: the options that all commands share, and where the answer goes. A command asks it when it
 * runs, not before: the options are not read yet when it is made. For one command line.
 */
public final class Invocation {
    /** The exit status of a command that did what it was asked to, and found nothing wrong. */
    public static final int DONE = 0;

    /** The exit status of a command that found something wrong. */
    public static final int WRONG = 1;

    /** The exit status of a command line that is wrong. */
    public static final int BAD_OPTION = 2;

    /** The exit status if Redis cannot be asked. */
    public static final int CANNOT_ASK = 3;

    private final PrintStream out;
    private final PrintStream err;

    @Mixin
    private final RedisOptions redis = new RedisOptions();

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "print JSON, for programs")
    private boolean json;

    private RedisOptions.@Nullable Given given;
    private @Nullable RedisServers servers;

    /**
     * Creates a call.
     *
     * @param out where answers go
     * @param err where troubles go
     */
    public Invocation(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /** {@return where answers go} */
    public PrintStream out() {
        return out;
    }

    /** Prints a line of the answer. UTF-8 has to have all of it. */
    void say(Object line) {
        out.println(line);
    }

    /** {@return where troubles go} */
    public PrintStream err() {
        return err;
    }

    /** {@return true if the answer is wanted as JSON} */
    public boolean json() {
        return json;
    }

    /**
     * {@return the servers that the options name} The command closes them.
     *
     * @throws IllegalArgumentException if the options are wrong
     */
    public RedisServers servers() {
        RedisServers opened = RedisServers.of(given().redis());
        servers = opened;
        return opened;
    }

    /** Says which rights were missing, if any: an answer without them is not the whole truth. */
    void tellForbidden() {
        if (servers != null && !servers.forbidden().isEmpty()) {
            err.println("locks: these rights are missing: " + String.join(", ", servers.forbidden())
                    + "; locks acl says what is not seen without them");
        }
    }

    /**
     * {@return the names of keys behind the prefix that the options name}
     *
     * @throws IllegalArgumentException if the options are wrong
     */
    public LockNames names() {
        return LockNames.of(keyPrefix());
    }

    /**
     * {@return the prefix of all keys that the options name; empty for none}
     *
     * @throws IllegalArgumentException if the options are wrong
     */
    public String keyPrefix() {
        return given().keyPrefix();
    }

    private RedisOptions.Given given() {
        RedisOptions.Given known = given;
        if (known == null) {
            known = redis.given();
            given = known;
        }
        return known;
    }
}
