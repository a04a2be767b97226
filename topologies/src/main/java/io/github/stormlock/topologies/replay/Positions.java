package io.github.stormlock.topologies.replay;

import io.github.stormlock.lock.EventId;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** The first three fields of every tuple that comes from a {@link ReplayingSpout}: the event's position. */
public final class Positions {

    private static final String SOURCE = "source";
    private static final String OFFSET = "offset";
    private static final String LOW = "low";

    private Positions() {}

    /** Returns the fields of a position, and more. */
    public static Fields fields(String... more) {
        List<String> names = new ArrayList<>(List.of(SOURCE, OFFSET, LOW));
        names.addAll(List.of(more));
        return new Fields(names);
    }

    /** Returns the values of {@link #fields}, for a spout. */
    public static Values values(String source, long offset, long low, Object... more) {
        Values values = new Values(source, offset, low);
        values.addAll(List.of(more));
        return values;
    }

    /** Returns the values of {@link #fields}, with the position taken from a tuple of the same event. */
    public static Values values(Tuple event, Object... more) {
        return values(event.getStringByField(SOURCE), event.getLongByField(OFFSET), event.getLongByField(LOW), more);
    }

    /** Returns the id of a tuple's event. */
    public static EventId of(Tuple event) {
        return EventId.position(
                event.getStringByField(SOURCE), event.getLongByField(OFFSET), event.getLongByField(LOW));
    }

    /** Returns the name of a tuple's event, for a person. */
    public static String text(Tuple event) {
        return event.getStringByField(SOURCE) + ":" + event.getLongByField(OFFSET);
    }
}
