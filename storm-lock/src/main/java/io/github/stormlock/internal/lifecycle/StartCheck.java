package io.github.stormlock.internal.lifecycle;

import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.LockCalls;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.Tokens;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the server, before the first lock is taken, whether it permits what the scripts do, and in which form data is
 * stored. A permission that is missing in the middle of a commit would tear an entry, and marks in another form would
 * not be found. Asks again at the next lock until there is an answer. Thread-safe.
 */
public final class StartCheck {
    private static final Logger LOG = LoggerFactory.getLogger(StartCheck.class);
    /** The name of a connection of this library, with the prefix of its keys: see {@code FactoryRuntime}. */
    private static final Pattern CLIENT_NAME = Pattern.compile(" name=storm-lock(?::[^ @]*)?(?:@([^ ]*))? ");

    private static final String FORM = Integer.toString(LockNames.FORM);

    private final RedisPort port;
    private final Tokens tokens;
    private final String keyPrefix;
    private final Runnable whenPassed;
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile boolean passed;

    /** @param whenPassed run when the server was found to permit what is needed; perhaps more than once */
    public StartCheck(RedisPort port, Tokens tokens, String keyPrefix, Runnable whenPassed) {
        this.whenPassed = whenPassed;
        this.port = port;
        this.tokens = tokens;
        this.keyPrefix = keyPrefix;
    }

    public void run(long budgetNanos) {
        if (!passed) {
            probe(budgetNanos);
            passed = true;
            whenPassed.run();
        }
    }

    /** Checks as {@link #run} does, for a wait that no interrupt ends. Sets the interrupt flag again afterwards. */
    public void runUninterrupted(long budgetNanos) {
        boolean interrupted = Thread.interrupted();
        try {
            while (!passed) {
                try {
                    run(budgetNanos);
                } catch (LockInterruptedException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void probe(long budgetNanos) {
        LockKeys scratch = LockKeys.of(keyPrefix, "{storm-lock}probe-" + tokens.factory(), port.isCluster());
        String form = LockNames.of(keyPrefix).form();
        try {
            judge(Bytes.list(port.run(LockCalls.probe(scratch, form, tokens.channel()), budgetNanos)));
        } catch (RedisException e) {
            throw LockErrors.ofLock("", e);
        }
    }

    /**
     * Warns if workers with another prefix of keys are at the server, which these locks do not exclude. The names of
     * their connections tell, where the user may list them. Throws nothing: locks need no such answer.
     */
    public void warnOfPrefixes(long budgetNanos) {
        // Each task of a worker checks the server, and one look serves all.
        if (!warned.compareAndSet(false, true)) {
            return;
        }
        try {
            List<String> others = otherPrefixes(String.join("\n", port.listClients(budgetNanos)));
            if (!others.isEmpty()) {
                LOG.warn(
                        "workers at this server have another key prefix, {}, than this one, {}: locks of"
                                + " different prefixes do not exclude each other, so these workers must share no entries",
                        others,
                        Printable.name(keyPrefix));
            }
        } catch (RedisException e) {
            LOG.debug("other prefixes of keys could not be looked for: {}", e.getMessage());
        }
    }

    /** Returns the prefixes of others among the connections that a server lists. */
    private List<String> otherPrefixes(String connections) {
        return CLIENT_NAME
                .matcher(connections)
                .results()
                .map(name -> name.group(1) == null ? "" : name.group(1))
                .distinct()
                .filter(prefix -> !prefix.equals(keyPrefix))
                .map(Printable::name)
                .toList();
    }

    private void judge(List<?> reply) {
        List<String> refused = new ArrayList<>();
        for (int i = 2; i + 1 < reply.size(); i += 2) {
            refused.add(Bytes.text(reply.get(i)) + " (" + Bytes.text(reply.get(i + 1)) + ")");
        }
        if (!refused.isEmpty()) {
            throw LockErrors.refusedLock("", "the start check failed for " + String.join(", ", refused));
        }
        String form = Bytes.text(reply.get(1));
        if (!form.isEmpty() && !form.equals(FORM)) {
            throw new LockUnavailableException(
                            "",
                            "a newer release of storm-lock stores its data here, in form " + Printable.name(form)
                                    + ", and this release knows form " + FORM
                                    + ": use that release, or another key prefix",
                            null)
                    .lasting();
        }
        String policy = Bytes.text(reply.get(0));
        if (policy.isEmpty()) {
            LOG.warn(
                    "the server does not permit INFO to the user of this worker, who does not see a maxmemory-policy that"
                            + " evicts the marks of events; grant the user +info, or see to it that the policy is noeviction");
        } else if (!policy.equals("noeviction")) {
            LOG.warn(
                    "the server's maxmemory-policy is {}: it may evict the marks by which replays are recognised, and"
                            + " events may then be applied twice; set it to noeviction",
                    policy);
        }
    }
}
