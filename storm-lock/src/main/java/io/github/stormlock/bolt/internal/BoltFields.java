package io.github.stormlock.bolt.internal;

import io.github.stormlock.bolt.LockingBolt;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a bolt as they are at one moment. What is inside a value is seen if it is serializable; of other values
 * it is seen that the field holds another one. Static fields are not looked at. Immutable.
 */
record BoltFields(Map<String, State> states) {
    private static final int LONGEST = 80;

    /** The value of a field, its content at that moment, and the text that shows it. */
    private record State(@Nullable Object value, @Nullable ByteBuffer content, String shown) {
        private static State of(@Nullable Object value) {
            return new State(value, contentOf(value), legible(value));
        }

        private boolean isSameAs(State other) {
            boolean replaced = value != other.value && !Objects.equals(value, other.value);
            boolean changed = content != null && other.content != null && !content.equals(other.content);
            return !replaced && !changed;
        }
    }

    /** Returns the fields of a bolt that its own classes declare. */
    static BoltFields of(LockingBolt<?> bolt) {
        Map<String, State> states = new LinkedHashMap<>();
        for (Class<?> type = bolt.getClass(); type != LockingBolt.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
                    add(states, field, bolt);
                }
            }
        }
        return new BoltFields(states);
    }

    private static void add(Map<String, State> states, Field field, Object bolt) {
        try {
            field.setAccessible(true);
            states.put(
                    "'" + field.getName() + "' of " + field.getDeclaringClass().getName(), State.of(field.get(bolt)));
        } catch (IllegalAccessException | InaccessibleObjectException hidden) {
            // A module hides its classes: nothing can be told of this field.
        }
    }

    /** Returns the first field that holds something else later, with what it held and holds. */
    Optional<String> changedIn(BoltFields later) {
        for (Map.Entry<String, State> field : states.entrySet()) {
            State before = field.getValue();
            State afterwards = later.states.getOrDefault(field.getKey(), before);
            if (!before.isSameAs(afterwards)) {
                return Optional.of(
                        "the field " + field.getKey() + " went from " + before.shown() + " to " + afterwards.shown());
            }
        }
        return Optional.empty();
    }

    private static @Nullable ByteBuffer contentOf(@Nullable Object value) {
        if (!(value instanceof Serializable)) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
            return ByteBuffer.wrap(bytes.toByteArray());
        } catch (IOException | RuntimeException unseen) {
            // It holds what is not serializable, or is changed at this moment.
            return null;
        }
    }

    /** Shows a value of the JDK's; what a value of the user's own shows may fail or take long. */
    private static String legible(@Nullable Object value) {
        if (value == null || value.getClass().getName().startsWith("java.")) {
            String text = text(value);
            return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
        }
        return "a " + value.getClass().getName();
    }

    private static String text(@Nullable Object value) {
        try {
            return String.valueOf(value);
        } catch (RuntimeException unreadable) {
            return "what cannot be shown";
        }
    }
}
