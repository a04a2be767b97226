package io.github.stormlock.benchmarks.contender;

import io.github.stormlock.benchmarks.contender.common.Contender;
import java.util.List;

/**
 * Several clients of one contender that take turns. Each makes one update of every entry, then the next one does. So an
 * entry has always changed since a client updated it last.
 */
final class TurnsContender implements Contender {
    private final List<Contender> clients;
    private final int entries;

    TurnsContender(List<Contender> clients, int entries) {
        this.clients = List.copyOf(clients);
        this.entries = entries;
    }

    @Override
    public void add(String key, int worker, long number) {
        clients.get((int) (number / entries % clients.size())).add(key, worker, number);
    }

    @Override
    public void close() {
        clients.forEach(Contender::close);
    }
}
