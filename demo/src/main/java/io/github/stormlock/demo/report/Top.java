package io.github.stormlock.demo.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Keeps the first few of many. Not thread-safe. */
final class Top<T> {
    private final int size;
    private final Comparator<T> order;
    private final PriorityQueue<T> kept;

    Top(int size, Comparator<T> order) {
        this.size = size;
        this.order = order;
        this.kept = new PriorityQueue<>(size + 1, order.reversed());
    }

    void offer(T one) {
        kept.add(one);
        if (kept.size() > size) {
            kept.remove();
        }
    }

    List<T> inOrder() {
        List<T> list = new ArrayList<>(kept);
        list.sort(order);
        return list;
    }
}
