package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.entry.Part;
import java.util.List;
import java.util.Random;

/** A list of which an end is read. */
final class ListEndScenario extends ListScenario {

    private final Part.End end;
    private int left;
    private int sizeBefore;

    ListEndScenario(Part.End end) {
        this.end = end.andSize();
    }

    @Override
    EntryKind<ListEntry> kind() {
        left = end.count();
        sizeBefore = -1;
        return whole().only(end);
    }

    @Override
    List<String> model(Object answer) {
        List<String> model = super.model(answer);
        sizeBefore = sizeBefore < 0 ? model.size() : sizeBefore;
        return model;
    }

    /** A list that is no longer than the end that is read is known as a whole. */
    private boolean isKnownWhole() {
        return sizeBefore <= end.count();
    }

    @Override
    void step(Random random, ListEntry view, List<String> model) {
        String element = text(random);
        switch (random.nextInt(5)) {
            case 0 -> {
                view.addFirst(element);
                model.add(0, element);
                left += end.last() ? 0 : 1;
            }
            case 1 -> {
                view.addLast(element);
                model.add(element);
                left += end.last() ? 1 : 0;
            }
            case 2, 3 -> {
                if (left > 0 || isKnownWhole()) {
                    poll(view, model);
                }
            }
            default -> {
                int shown = visible(model).size();
                if (shown > 0) {
                    set(random.nextInt(shown), element, view, model);
                }
            }
        }
        assertThat(view.size()).isEqualTo(model.size());
        assertThat(view.exists()).isEqualTo(!model.isEmpty());
    }

    private void poll(ListEntry view, List<String> model) {
        String polled = model.isEmpty() ? null : model.remove(end.last() ? model.size() - 1 : 0);
        assertThat(end.last() ? view.pollLast() : view.pollFirst()).isEqualTo(polled);
        left -= polled == null ? 0 : 1;
    }

    /** Sets an element, counted from the end that is read. */
    private void set(int place, String element, ListEntry view, List<String> model) {
        int shown = view.asList().size();
        view.set(end.last() ? shown - 1 - place : place, element);
        model.set(end.last() ? model.size() - 1 - place : place, element);
    }

    @Override
    List<String> visible(List<String> model) {
        int shown = isKnownWhole() ? model.size() : left;
        return end.last() ? model.subList(model.size() - shown, model.size()) : model.subList(0, shown);
    }

    /** An element that is added beyond what was read may be equal to one that was removed, which nobody knows. */
    @Override
    boolean hasReadWhatItChanged() {
        return isKnownWhole();
    }

    @Override
    public String toString() {
        return "ListEndScenario " + end;
    }
}
