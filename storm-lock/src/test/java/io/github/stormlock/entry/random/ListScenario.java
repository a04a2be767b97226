package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.ListEntry;
import java.util.List;
import java.util.Random;

/** A list. */
class ListScenario extends EntryScenario<ListEntry, List<String>> {

    @Override
    EntryKind<ListEntry> whole() {
        return Entries.list();
    }

    @Override
    EntryCommand fill(Random random) {
        return new EntryCommand("RPUSH", several(random));
    }

    @Override
    List<String> model(Object answer) {
        return texts(answer);
    }

    @Override
    void step(Random random, ListEntry view, List<String> model) {
        String element = text(random);
        int size = model.size();
        switch (random.nextInt(12)) {
            case 0, 1 -> {
                view.addFirst(element);
                model.add(0, element);
            }
            case 2, 3 -> {
                view.addLast(element);
                model.add(element);
            }
            case 4, 5 -> assertThat(view.pollFirst()).isEqualTo(size == 0 ? null : model.remove(0));
            case 6, 7 -> assertThat(view.pollLast()).isEqualTo(size == 0 ? null : model.remove(size - 1));
            case 8, 9, 10 -> {
                if (size > 0) {
                    int index = random.nextInt(size);
                    view.set(index, element);
                    model.set(index, element);
                }
            }
            default -> trim(random, view, model);
        }
        assertThat(view.asList()).isEqualTo(model);
    }

    private static void trim(Random random, ListEntry view, List<String> model) {
        int from = random.nextInt(model.size() + 1);
        int to = from + random.nextInt(model.size() - from + 1);
        view.trim(from, to);
        model.subList(to, model.size()).clear();
        model.subList(0, from).clear();
    }

    @Override
    List<String> shown(ListEntry view) {
        return view.asList();
    }

    @Override
    boolean isEmpty(List<String> model) {
        return model.isEmpty();
    }
}
