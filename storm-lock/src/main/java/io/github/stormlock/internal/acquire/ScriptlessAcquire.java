package io.github.stormlock.internal.acquire;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.Holder;
import io.github.stormlock.internal.protocol.LockCalls;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.ReadReply;
import io.github.stormlock.internal.protocol.ReadSpec;
import io.github.stormlock.internal.protocol.SmallEntries;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.internal.read.PlainRead;
import io.github.stormlock.redis.KeyCommand;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a first try for one lock without a script: SET NX and the read, sent together. What is read is used only if the lock was
 * granted before it, so it is read under the token. This is for entries that are named by fields, or were small when
 * last read. It is not for a lock that was busy lately, since it does not see whether the lock is left free for
 * clients that poll. Thread-safe.
 */
public record ScriptlessAcquire(RedisPort port, Ticker ticker, SmallEntries small, LatelyBusy busy) {
    // The answers of these commands look alike over both versions of the protocol.
    private static final Set<String> READS = Set.of("HGETALL", "HMGET", "GET", "LRANGE", "SMEMBERS");
    private static final byte[] NX = Bytes.of("NX");
    private static final byte[] PX = Bytes.of("PX");

    /** Returns true if a plain try may be made for this lock. */
    boolean suits(AcquireRequest wanted) {
        ReadSpec read = wanted.targets().firstRead();
        if (port.isCluster()
                || !wanted.targets().isOne()
                || !wanted.kind().has(LockKind.Trait.TAKEN_BY_SET_NX)
                || busy.contains(wanted.targets().first())) {
            return false;
        }
        return read == null
                || (READS.contains(read.command().name())
                        && !read.isCounted()
                        && (!read.isLimited() || small.contains(wanted.name())));
    }

    /** Returns true if a plain try suits, and its answers always tell the outcome, so that no script has to follow. */
    public boolean suitsAlways(AcquireRequest wanted) {
        ReadSpec read = wanted.targets().firstRead();
        return read != null && read.isLimited() && suits(wanted);
    }

    /**
     * Sends the try.
     *
     * @return {@code null} if the lock may be granted and only the script can tell what it guards
     */
    @Nullable
    @CheckReturnValue
    AcquireResult send(AcquireRequest wanted, Acquisition acquisition, long budgetNanos) {
        String token = acquisition.token();
        List<KeyCommand> commands = new ArrayList<>(2);
        addTo(commands, wanted, token);
        long sent = ticker.nanos();
        return answered(wanted, acquisition, token, sent, port.runPlain(commands, budgetNanos));
    }

    /** Adds the commands of a try, to be sent together with others. */
    public void addTo(List<KeyCommand> commands, AcquireRequest wanted, String token) {
        commands.add(new KeyCommand(
                "SET", List.of(wanted.targets().first().lockKey(), Bytes.of(token), NX, PX, wanted.leaseBytes())));
        ReadSpec read = wanted.targets().firstRead();
        if (read != null) {
            commands.add(reading(wanted.targets().first(), read.command()));
        }
    }

    /**
     * Returns the outcome of a try.
     *
     * @param answers the answers to its commands
     * @return {@code null} if the lock may be granted and only the script can tell what it guards
     */
    @Nullable
    public AcquireResult answered(
            AcquireRequest wanted, Acquisition acquisition, String token, long sent, List<@Nullable Object> answers) {
        Object set = answers.get(0);
        ReadSpec read = wanted.targets().firstRead();
        if (set instanceof RedisRefusedException refused) {
            throw wanted.refused(refused);
        } else if (set == null) {
            busy.met(wanted.targets().first());
            return new AcquireResult.Busy(0, -1, Holder.NOT_ASKED);
        } else if (read == null) {
            return new AcquireResult.Grant(acquisition, token, sent, List.of());
        }
        return granted(wanted, read, new AcquireResult.Grant(acquisition, token, sent, List.of()), answers.get(1));
    }

    private static KeyCommand reading(LockKeys keys, EntryCommand command) {
        List<byte[]> arguments = new ArrayList<>(1 + command.arguments().size());
        arguments.add(keys.entryKey());
        arguments.addAll(command.arguments());
        return new KeyCommand(command.name(), arguments);
    }

    private @Nullable AcquireResult granted(
            AcquireRequest wanted, ReadSpec read, AcquireResult.Grant grant, @Nullable Object answer) {
        if (answer instanceof RedisRefusedException refused) {
            giveBack(wanted, grant);
            if (LockErrors.isOfEntry(String.valueOf(refused.getMessage()))) {
                // The script that reads tells which type stands.
                LockKeys keys = wanted.targets().first();
                PlainRead.all(port, List.of(List.of(new PlainRead.Wanted(keys, read))))
                        .get(0)
                        .get(0)
                        .orThrow();
            }
            throw wanted.refused(read, refused);
        }
        long size = read.sizeOf(answer);
        if (read.isLimited()) {
            small.seen(wanted.name(), read.isSmall(size));
            if (size > read.most()) {
                giveBack(wanted, grant);
                throw LockErrors.tooLarge(wanted.name(), read, size);
            }
        } else if (read.command().name().equals("HMGET") && answer instanceof List<?> list && allAbsent(list)) {
            return null;
        }
        boolean exists = answer instanceof List<?> list ? !list.isEmpty() : answer != null;
        return new AcquireResult.Grant(
                grant.acquisition(), grant.token(), grant.sentNanos(), List.of(new ReadReply.Found(exists, answer)));
    }

    private void giveBack(AcquireRequest wanted, AcquireResult.Grant grant) {
        ScriptCall release = LockCalls.release(
                wanted.kind(), wanted.targets().keys(), grant.token(), /* heldMillis= */ 0, /* wanted= */ false);
        try {
            wanted.events().watchHandover(port.run(release, Long.MAX_VALUE));
        } catch (RedisException e) {
            LockErrors.log("lock {} could not be given back and is free when its lease ends: {}", wanted.name(), e);
        }
    }

    private static boolean allAbsent(List<?> list) {
        for (Object element : list) {
            if (element != null) {
                return false;
            }
        }
        return true;
    }
}
