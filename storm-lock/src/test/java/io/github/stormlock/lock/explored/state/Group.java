package io.github.stormlock.lock.explored.state;

import java.util.ArrayList;
import java.util.List;

/**
 * A group of updates, applied in order to a value.
 *
 * @param value the value of the entry afterwards
 * @param effects the effect of each update
 * @param events the events that are to be marked, as bits
 */
public record Group(List<Integer> updates, int value, List<Effect> effects, int events) {

    public static Group applied(ModelScenario scenario, List<Integer> updates, int base) {
        int value = base;
        int events = 0;
        List<Effect> effects = new ArrayList<>();
        for (int number : updates) {
            Update update = scenario.update(number);
            Effect effect = update.change().on(value);
            if ((events & update.eventBit()) != 0 && scenario.holds(Guard.EVENT_ONCE_IN_GROUP)) {
                effect = Effect.REPEATS;
            }
            if (effect == Effect.WRITES) {
                value = update.change().applyTo(value);
            }
            if (effect != Effect.THROWS) {
                events |= update.eventBit();
            }
            effects.add(effect);
        }
        return new Group(updates, value, List.copyOf(effects), events);
    }

    public boolean changesNothing() {
        return !effects.contains(Effect.WRITES);
    }

    public List<Integer> written() {
        List<Integer> written = new ArrayList<>();
        for (int i = 0; i < updates.size(); i++) {
            if (effects.get(i) == Effect.WRITES) {
                written.add(updates.get(i));
            }
        }
        return written;
    }

    /** Returns all events that a group carries, as bits. */
    public static int eventsOf(ModelScenario scenario, List<Integer> updates) {
        int events = 0;
        for (int number : updates) {
            events |= scenario.update(number).eventBit();
        }
        return events;
    }
}
