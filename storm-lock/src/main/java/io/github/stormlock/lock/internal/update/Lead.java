package io.github.stormlock.lock.internal.update;

import java.util.List;

/**
 * The lead of an entry's queue in this JVM: the one that has it goes to Redis for the entry, and no other.
 *
 * @param entry the key of the entry
 */
public record Lead(String entry, EntryQueue queue) {

    /** Gives the lead to the next update of the queue. If there is none, those are told that wait without a thread. */
    private void pass(UpdateRuntime runtime) {
        if (queue.leave()) {
            runtime.queues().waiters().letGo(entry, runtime.ticker().nanos());
        }
    }

    /** Lets some entries go that a batch leads. */
    public static void letGo(UpdateRuntime runtime, List<Lead> leads) {
        try {
            passAll(runtime, leads);
        } finally {
            leads.forEach(lead -> runtime.queues().leave(lead.entry()));
        }
    }

    /** Passes all of them on. If one cannot be passed on, the others are all the same: nobody else could do that. */
    static void passAll(UpdateRuntime runtime, List<Lead> leads) {
        if (leads.isEmpty()) {
            return;
        }
        try {
            leads.get(0).pass(runtime);
        } finally {
            passAll(runtime, leads.subList(1, leads.size()));
        }
    }
}
