package io.github.stormlock.topologies.guide;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Codec;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.topologies.guide.Price.PriceCodec;

/** One update of each kind of entry. */
final class EntryKinds {
    private EntryKinds() {}

    static void change(RedisLockFactory locks) {
        locks.guard("user:7", Entries.hash()).change(user -> user.set("name", "Ann"));
        locks.guard("visits", Entries.string()).change(visits -> visits.add(1));
        locks.guard("queue", Entries.list()).change(queue -> queue.addLast("job-1"));
        locks.guard("tags:7", Entries.set()).change(tags -> tags.add("new"));
        locks.guard("scores", Entries.sortedSet()).change(scores -> scores.set("ann", 12.5));
        locks.guard("price:7", Entries.value(PriceCodec.INSTANCE)).change(price -> price.set(new Price(999, "EUR")));
        locks.guard("limit", Entries.value(Codec.longs())).change(limit -> limit.set(100L));
    }
}
