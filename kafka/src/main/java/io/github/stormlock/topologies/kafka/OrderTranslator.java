package io.github.stormlock.topologies.kafka;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.storm.kafka.spout.RecordTranslator;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * Takes an order and its place out of a message: the key is the customer, the value the amount.
 *
 * <p>Every message becomes a tuple. A deserializer that throws would end the worker, again and again, so Kafka's own for
 * strings is used, and a value that is no amount is told to the bolt.
 */
final class OrderTranslator implements RecordTranslator<String, String> {

    static final String TOPIC = "topic";
    static final String PARTITION = "partition";
    static final String OFFSET = "offset";
    static final String CUSTOMER = "customer";

    private static final long serialVersionUID = 1L;

    private static final String AMOUNT = "amount";
    private static final String NOBODY = "unknown";
    private static final long NONE = -1;
    private static final int LONGEST = 200;

    @Override
    public List<Object> apply(ConsumerRecord<String, String> message) {
        String key = message.key();
        String customer = key == null || key.isEmpty() || key.length() > LONGEST ? NOBODY : key;
        return new Values(message.topic(), message.partition(), message.offset(), customer, amount(message.value()));
    }

    private static long amount(@Nullable String value) {
        return value != null && value.matches("\\d{1,12}") ? Long.parseLong(value) : NONE;
    }

    @Override
    public Fields getFieldsFor(String stream) {
        return new Fields(TOPIC, PARTITION, OFFSET, CUSTOMER, AMOUNT);
    }

    /** {@return whether the message of a tuple is an order} */
    static boolean isOrder(Tuple tuple) {
        return amount(tuple) != NONE;
    }

    static long amount(Tuple tuple) {
        return tuple.getLongByField(AMOUNT);
    }
}
