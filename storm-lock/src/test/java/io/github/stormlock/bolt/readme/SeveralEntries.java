package io.github.stormlock.bolt.readme;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.Changes;
import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import java.util.Map;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** The examples of the page on several entries. */
final class SeveralEntries {
    private SeveralEntries() {}

    static boolean pay(RedisLockFactory locks) {
        GuardedEntry<HashEntry> from = locks.guard("{bank}:account:1", Entries.hash());
        GuardedEntry<HashEntry> to = locks.guard("{bank}:account:2", Entries.hash());
        boolean paid = locks.guardAll(from, to).update(both -> {
            if (both.get(from).getLong("cents") < 500) {
                return false;
            }
            both.get(from).add("cents", -500);
            both.get(to).add("cents", 500);
            return true;
        });
        return paid;
    }

    static final class Together extends LockingBolt<HashEntry> {
        Together() {
            super(Entries.hash());
        }

        @Override
        protected void changes(Tuple order, Changes<HashEntry> each) {
            String from = "{bank}:account:" + order.getStringByField("from");
            String to = "{bank}:account:" + order.getStringByField("to");
            long cents = order.getLongByField("cents");
            each.addTogether(
                    Map.of(from, Entries.hash(), to, Entries.hash()),
                    EventId.opaque(order.getStringByField("id")),
                    both -> {
                        both.get(from, Entries.hash()).add("cents", -cents);
                        both.get(to, Entries.hash()).add("cents", cents);
                    });
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    static final class EachForItself extends LockingBolt<HashEntry> {
        EachForItself() {
            super(Entries.hash());
        }

        @Override
        protected void changes(Tuple line, Changes<HashEntry> each) {
            EventId id = EventId.opaque(line.getStringByField("id"));
            each.add("page:" + line.getStringByField("path"), id, page -> page.add("hits", 1));
            each.add("host:" + line.getStringByField("host"), id, host -> host.add("hits", 1));
            each.add("hour:" + line.getStringByField("hour"), id, hour -> hour.add("hits", 1));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    static class Debit extends LockingBolt<HashEntry> {
        Debit() {
            super(Entries.hash());
        }

        @Override
        protected String entryKey(Tuple order) {
            return "account:" + order.getStringByField("from");
        }

        @Override
        protected EventId eventId(Tuple order) {
            return EventId.opaque(order.getStringByField("id"));
        }

        @Override
        protected void update(Tuple order, HashEntry from) {
            from.add("cents", -order.getLongByField("cents"));
        }

        @Override
        protected void emit(Tuple order, HashEntry from, Emitter out) {
            out.emit(new Values(
                    order.getStringByField("id"), order.getStringByField("to"), order.getLongByField("cents")));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "to", "cents"));
        }
    }

    static class Credit extends LockingBolt<HashEntry> {
        Credit() {
            super(Entries.hash());
        }

        @Override
        protected String entryKey(Tuple debit) {
            return "account:" + debit.getStringByField("to");
        }

        @Override
        protected EventId eventId(Tuple debit) {
            return EventId.opaque(debit.getStringByField("id")).ordinal(1);
        }

        @Override
        protected void update(Tuple debit, HashEntry to) {
            to.add("cents", debit.getLongByField("cents"));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
