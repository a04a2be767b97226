package io.github.stormlock.torture.client.path;

import io.github.stormlock.GuardedEntries;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.JointEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Moves an amount from one account to another. Each account is a chain, as all hashes are. The id of the transfer comes into
 * the chain of the one, and the id of its twin into the chain of the other.
 *
 * <p>It is one update of both; in the control two, between which others see a half.
 */
public final class TransferPath extends UpdatePath {
    public static final String CENTS = "cents";

    private static final int CENTS_MOST = 100;
    private static final int EXCLUSIVE_ONE_IN = 4;
    private static final int ASYNC_ONE_IN = 4;
    private static final Set<String> FIELDS = union();

    private final Random random = new Random();
    private final RedisLockFactory locks;
    private final GuardedEntry<HashEntry> account;

    public TransferPath(RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder) {
        super(PathNames.TRANSFER, 1, RunKeys::someAccount, config, recorder);
        this.locks = locks;
        this.account = recorder.hashes(locks).onlyFields(FIELDS);
    }

    private static Set<String> union() {
        Set<String> fields = new HashSet<>(Moves.FIELDS);
        fields.add(CENTS);
        return Set.copyOf(fields);
    }

    @Override
    public boolean repeats() {
        return !config.kind().isCareless();
    }

    @Override
    public void repeat(Todo settled, long low) {
        attempt(List.of(settled), low);
    }

    /** Returns the amount of a transfer. */
    private static long centsOf(long offset) {
        return 1L + Math.floorMod(offset, CENTS_MOST);
    }

    /** Returns the other half of a transfer. Its source is another, so that offsets of a source rise. */
    static Todo twin(Todo transfer) {
        return new Todo(
                transfer.source() + '&', transfer.offset(), RunKeys.partner(transfer.entry(), transfer.offset()));
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // the run looks for errors that the library lets through
    protected boolean isSettled(Todo debit, long low) {
        Todo credit = twin(debit);
        recorder.steps().at(UpdateSteps.BEFORE);
        String one = history.invoke(debit.id(), debit.entry(), name());
        String other = history.invoke(credit.id(), credit.entry(), name());
        try {
            boolean replay = transfer(debit, credit, low);
            recorder.steps().at(UpdateSteps.COMMITTED);
            recorder.done(one, debit, replay);
            recorder.done(other, credit, replay);
            recorder.steps().at(UpdateSteps.ACKED);
            return true;
        } catch (RuntimeException | LinkageError e) {
            recorder.failed(one, debit, e);
            recorder.failed(other, credit, e);
            return false;
        }
    }

    /** Returns true if it was a replay. */
    private boolean transfer(Todo debit, Todo credit, long low) {
        GuardedEntry<HashEntry> from = account.at(debit.entry());
        GuardedEntry<HashEntry> to = account.at(credit.entry());
        long cents = centsOf(debit.offset());
        if (config.kind() != ClientConfig.Kind.TWO_UPDATES) {
            return atOnce(locks.guardAll(from, to), debit, credit, cents, low);
        }
        boolean replay = from.once(debit.event(true, low), hash -> half(hash, debit, -cents))
                .replay();
        return to.once(credit.event(true, 0), hash -> half(hash, credit, cents)).replay() && replay;
    }

    private boolean atOnce(GuardedEntries both, Todo debit, Todo credit, long cents, long low) {
        boolean exclusive = random.nextInt(EXCLUSIVE_ONE_IN) == 0;
        GuardedEntries guard = exclusive ? both.exclusive() : both;
        if (!exclusive && random.nextInt(ASYNC_ONE_IN) == 0) {
            return joined(guard.onceAsync(debit.event(true, low), accounts -> move(accounts, debit, credit, cents)));
        }
        return guard.once(debit.event(true, low), accounts -> move(accounts, debit, credit, cents))
                .replay();
    }

    private static boolean joined(CompletionStage<? extends Outcome<?>> stage) {
        try {
            return stage.toCompletableFuture().join().replay();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private void move(JointEntry accounts, Todo debit, Todo credit, long cents) {
        half(accounts.get(account.at(debit.entry())), debit, -cents);
        half(accounts.get(account.at(credit.entry())), credit, cents);
    }

    private void half(HashEntry hash, Todo todo, long cents) {
        recorder.moves().move(hash, todo.id());
        hash.set(CENTS, hash.getLong(CENTS) + cents);
    }
}
