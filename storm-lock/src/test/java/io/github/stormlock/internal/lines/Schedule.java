package io.github.stormlock.internal.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A random order of all that happens at some lines: submissions of two bolts and of callers, threads that look, compute
 * and give back, locks that are held outside, callers that lead, time that passes, tasks that close. After each step it
 * judges what must always hold; at the end everything is made.
 */
final class Schedule {
    private static final List<String> ENTRIES = List.of("a", "b", "c");

    private final Random random;
    private final boolean hangs;
    private final List<Lane<Update>> started = new ArrayList<>();
    private final Map<Lane<Update>, Integer> looking = new LinkedHashMap<>();
    private final Map<Lane<Update>, Integer> sleeping = new LinkedHashMap<>();
    private final List<Hand<Update>> hands = new ArrayList<>();
    private final List<Hand<Update>> waits = new ArrayList<>();
    private final List<String> busy = new ArrayList<>();
    /** The callers that lead, and those that wait. */
    private final List<Hand<Update>> led = new ArrayList<>();

    private final List<Place<Update>> waiting = new ArrayList<>();
    /** Those that have given up, and leave their lines only now. */
    private final List<Place<Update>> late = new ArrayList<>();

    private final List<Update> told = new ArrayList<>();
    private final Set<Update> dropped = new HashSet<>();
    /** Those of several entries that have waited outside, and have no order from then on. */
    private final Set<Update> steppedOver = new HashSet<>();

    private final List<Update> all = new ArrayList<>();
    private final Map<String, Owner<Update>> owners = new LinkedHashMap<>();
    private final List<String> steps = new ArrayList<>();
    private long now = 1;
    private final Lines<Update> lines = new Lines<>(
            update -> update.entries,
            entry -> "",
            started::add,
            (update, owner) -> drop(update, owner),
            update -> Long.MAX_VALUE / 2,
            () -> now);

    /** An update with its number in the order of submission. */
    private static final class Update {
        final int number;
        final String owner;
        final List<String> entries;

        Update(int number, String owner, List<String> entries) {
            this.number = number;
            this.owner = owner;
            this.entries = entries;
        }

        @Override
        public String toString() {
            return owner + number + entries;
        }
    }

    /** @param hangs true if hands may be kept for long */
    Schedule(long seed, boolean hangs) {
        this.random = new Random(seed);
        this.hangs = hangs;
        for (String owner : List.of("p1", "p2", "q1", "x1")) {
            owners.put(owner, lines.owner(owner.substring(0, 1), owner.startsWith("x") ? 2 : 0, 100, full -> {}));
        }
    }

    private void drop(Update update, Owner<Update> owner) {
        assertThat(dropped.add(update)).as("dropped once: %s", update).isTrue();
        owner.left(1);
    }

    /** Runs the schedule; throws what it finds wrong, with the steps that led there. */
    void run() {
        lines.monitor.lock();
        try {
            for (int i = 0; i < 60; i++) {
                step(random.nextInt(22));
                judge();
            }
            drain();
        } catch (Throwable t) {
            throw new AssertionError(String.join("\n", steps) + "\n" + t.getMessage(), t);
        } finally {
            lines.monitor.unlock();
        }
    }

    private void step(int which) {
        begin();
        if (which < 6) {
            submit();
        } else if (which < 11) {
            look(pick(looking));
        } else if (which < 15 && !hands.isEmpty()) {
            giveBack(hands.remove(hangs ? hands.size() - 1 : random.nextInt(hands.size())), /* made= */ false);
        } else if (which == 15 && !busy.isEmpty()) {
            attend(busy.remove(random.nextInt(busy.size())));
        } else if (which == 16 && !waits.isEmpty()) {
            Hand<Update> hand = waits.get(random.nextInt(waits.size()));
            if (random.nextBoolean()) {
                waitOutside(hand);
            } else {
                waits.remove(hand);
                giveBack(hand, /* made= */ true);
            }
        } else if (which == 17) {
            call();
        } else if (which == 20 && !led.isEmpty()) {
            lead(led.get(random.nextInt(led.size())));
        } else if (which == 21 && !waiting.isEmpty()) {
            giveUp(waiting.get(random.nextInt(waiting.size())));
        } else if (which == 18) {
            tick();
        } else if (which == 19 && random.nextInt(20) == 0) {
            close(random.nextBoolean() ? "p2" : "q1");
        }
    }

    private void submit() {
        List<String> names = new ArrayList<>(owners.keySet());
        String owner = names.get(random.nextInt(names.size()));
        List<Update> some = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            int first = random.nextInt(ENTRIES.size());
            List<String> entries = random.nextInt(4) == 0
                    ? List.of(ENTRIES.get(first), ENTRIES.get((first + 1) % ENTRIES.size()))
                    : List.of(ENTRIES.get(first));
            some.add(new Update(all.size() + some.size(), owner, entries));
        }
        steps.add("submit " + some);
        if (owners.get(owner).submit(some, 0)) {
            all.addAll(some);
        }
    }

    private void waitOutside(Hand<Update> hand) {
        List<String> entries = hand.get(0).entries;
        String entry = entries.get(random.nextInt(entries.size()));
        steps.add("waits outside: " + names(hand) + " at " + entry);
        lines.outside().waits(hand, entry);
    }

    /** A thread comes with an update of its own. */
    private void call() {
        int first = random.nextInt(ENTRIES.size());
        List<String> entries = random.nextInt(4) == 0
                ? List.of(ENTRIES.get(first), ENTRIES.get((first + 1) % ENTRIES.size()))
                : List.of(ENTRIES.get(first));
        Update update = new Update(all.size(), "c", entries);
        all.add(update);
        steps.add("call " + update);
        Place<Update> place = lines.callers().enter(update, hand -> {
            if (dropped.contains(hand.get(0))) {
                return false;
            }
            steps.add("leads " + names(hand));
            return led.add(hand);
        });
        waiting.add(place);
    }

    /** A caller that leads takes others along, waits for a lock, or ends. */
    private void lead(Hand<Update> hand) {
        int what = random.nextInt(4);
        if (what == 0) {
            steps.add("takes along " + lines.callers().along(hand));
        } else if (what == 1) {
            waitOutside(hand);
        } else {
            end(hand, random.nextInt(3));
        }
    }

    /** A caller that leads has ended, and mostly others of its group. */
    private void end(Hand<Update> hand, int others) {
        led.remove(hand);
        StringBuilder what = new StringBuilder("ends");
        for (int i = 0; i < hand.size(); i++) {
            Update update = hand.get(i);
            boolean isGone = dropped.contains(update);
            if (isGone || i == 0 || (others > 0 && i <= others)) {
                hand.ended(i);
                what.append(' ').append(update);
                if (!isGone) {
                    told.add(update);
                }
                waiting.removeIf(place -> place.update == update);
            }
        }
        steps.add(what.toString());
        assertThat(lines.giveBack(hand)).isEmpty();
    }

    private void giveUp(Place<Update> place) {
        if (led.stream().noneMatch(hand -> hand.get(0) == place.update)) {
            steps.add("gives up " + place.update);
            waiting.remove(place);
            dropped.add(place.update);
            // Between the two others may be at work, as a thread may be late.
            if (random.nextBoolean()) {
                lines.callers().leave(place);
            } else {
                late.add(place);
            }
        }
    }

    private Lane<Update> pick(Map<Lane<Update>, Integer> from) {
        List<Lane<Update>> some = new ArrayList<>();
        from.forEach((lane, count) -> {
            for (int i = 0; i < count; i++) {
                some.add(lane);
            }
        });
        return some.isEmpty() ? null : some.get(random.nextInt(some.size()));
    }

    private void look(Lane<Update> lane) {
        if (lane == null) {
            return;
        }
        if (lane.owners.isEmpty()) {
            looking.merge(lane, -1, Integer::sum);
            lane.threads--;
            return;
        }
        Hand<Update> hand = lines.turns.tryTake(lane, 1 + random.nextInt(3));
        looking.merge(lane, -1, Integer::sum);
        if (hand == null && !lane.sleepers.isEmpty() && random.nextBoolean()) {
            steps.add("ends: " + lane.name());
            lane.threads--;
        } else if (hand == null) {
            steps.add("sleeps: " + lane.name());
            lane.sleepers.push(lines.monitor.newCondition());
            sleeping.merge(lane, 1, Integer::sum);
        } else {
            boolean computes = hangs || random.nextBoolean();
            steps.add((computes ? "computes " : "asks ") + names(hand));
            if (computes) {
                long unused = hand.beginComputing();
            }
            hands.add(hand);
        }
    }

    private void giveBack(Hand<Update> hand, boolean made) {
        StringBuilder what = new StringBuilder("gives back");
        boolean stays = false;
        Set<String> kept = new HashSet<>();
        for (int i = 0; i < hand.size(); i++) {
            Update update = hand.get(i);
            boolean behind = update.entries.stream().anyMatch(kept::contains);
            int outcome = made ? 0 : behind ? 3 : random.nextInt(8);
            String entry = update.entries.get(random.nextInt(update.entries.size()));
            what.append(' ').append(update);
            switch (outcome) {
                case 4 -> {
                    hand.busy(entry);
                    what.append(":busy ").append(entry);
                }
                case 5 -> {
                    hand.rest(entry, 1_000_000);
                    what.append(":rests ").append(entry);
                }
                case 3 -> what.append(":again");
                default -> {
                    Owner<Update> owner = hand.owner(i);
                    hand.settled(i, () -> {
                        told.add(update);
                        owner.left(1);
                    });
                    continue;
                }
            }
            kept.addAll(update.entries);
        }
        steps.add(what.toString());
        boolean round = hand.attended == null && !hand.lines.isEmpty();
        busy.addAll(lines.giveBack(hand));
        hand.tell();
        if (round) {
            looking.merge(hand.lane, 1, Integer::sum);
        }
    }

    private void attend(String entry) {
        Hand<Update> hand = lines.outside().take(entry);
        if (hand != null) {
            steps.add("attends " + names(hand) + " at " + entry);
            waits.add(hand);
        }
    }

    private void tick() {
        now += random.nextInt(3) == 0 ? 10_000_000 : 1_000_000;
        steps.add("tick");
        long unused = lines.threads.tick();
    }

    private void close(String name) {
        Owner<Update> owner = owners.remove(name);
        if (owner != null) {
            steps.add("close " + name);
            owner.close();
        }
    }

    /** Lets the threads begin that were started, and those wake that were told to. */
    private void begin() {
        if (random.nextBoolean()) {
            leave();
        }
        started.forEach(lane -> looking.merge(lane, 1, Integer::sum));
        started.clear();
        for (Lane<Update> lane : List.copyOf(sleeping.keySet())) {
            if (sleeping.get(lane) > 0 && (lane.isRoused || lane.owners.isEmpty())) {
                var unused = lane.sleepers.pop();
                sleeping.merge(lane, -1, Integer::sum);
                looking.merge(lane, 1, Integer::sum);
            }
        }
    }

    private void leave() {
        late.forEach(lines.callers()::leave);
        late.clear();
    }

    private void judge() {
        Map<Update, Place<Update>> places = new LinkedHashMap<>();
        for (Line<Update> line : lines.lines.values()) {
            assertThat(line.isEmpty() && line.isFree())
                    .as("line %s is gone", line.entry)
                    .isFalse();
            int before = -1;
            for (Line.Link<Update> link = line.first; link != null; link = link.next) {
                assertThat(link.place.update.number)
                        .as("places of %s", line.entry)
                        .isGreaterThan(before);
                before = link.place.update.number;
                places.put(link.place.update, link.place);
            }
        }
        for (Place<Update> place : places.values()) {
            if (place.isJoint() && place.waitsOutside()) {
                steppedOver.add(place.update);
            }
            if (place.isQueued() && !dropped.contains(place.update) && isReady(place) && !isLookedFor(place)) {
                fail("%s is ready, and nobody looks", place.update);
            }
        }
        Map<String, Integer> last = new HashMap<>();
        for (Update update : told) {
            if (steppedOver.contains(update) || update.owner.equals("c")) {
                continue;
            }
            for (String entry : update.entries) {
                Integer before = last.put(update.owner + entry, update.number);
                assertThat(before == null ? -1 : before)
                        .as("order of %s", update)
                        .isLessThan(update.number);
            }
        }
    }

    /** The rule, in other words than in the code: all lines free, and each update before it of others that wait outside. */
    private boolean isReady(Place<Update> place) {
        for (Line.Link<Update> link : place.links) {
            if (place.caller == null ? !link.line.isFree() : !link.line.isOpen()) {
                return false;
            }
            for (Line.Link<Update> before = link.line.first; before != link; before = before.next) {
                Place<Update> other = before.place;
                if (!other.isJoint() || !other.waitsOutside()) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isLookedFor(Place<Update> place) {
        if (place.caller != null) {
            // It is given its lines in the step that frees them.
            return false;
        }
        Lane<Update> lane = place.lane();
        if (lane.passed.stream().anyMatch(this::isInHandForAMoment)) {
            // The bolt takes nothing else until that comes back.
            return true;
        }
        if (lane.hands.stream().anyMatch(hand -> hand.behind.contains(place.links.get(0).line))) {
            // It waits until the server has answered that round.
            return true;
        }
        boolean candidate = place.links.stream().anyMatch(link -> lane.candidates.contains(link.line));
        boolean awake = started.contains(lane) || lane.threads > lane.sleepers.size() || lane.isRoused;
        return candidate && awake;
    }

    private boolean isInHandForAMoment(Place<Update> place) {
        return place.links.stream().anyMatch(link -> link.line.hand != null && link.line.hand.lane != place.lane());
    }

    /** Nothing outside keeps anything any more. What is there is made although others come for ever, and all if none come. */
    private void drain() {
        List<Update> first = List.copyOf(all);
        boolean made = false;
        for (int i = 0; i < 10_000 && !made; i++) {
            begin();
            if (i % 8 == 0) {
                submit();
            } else if (i % 8 == 1) {
                tick();
            } else {
                goOn();
            }
            judge();
            made = i % 8 == 7 && first.stream().allMatch(update -> dropped.contains(update) || told.contains(update));
        }
        assertThat(made).as("made although others come").isTrue();
        for (int i = 0; i < 10_000 && told.size() + dropped.size() < all.size(); i++) {
            begin();
            goOn();
            judge();
        }
        assertThat(told.size() + dropped.size()).as("told or dropped").isEqualTo(all.size());
        assertThat(new HashSet<>(told)).hasSameSizeAs(told).noneMatch(dropped::contains);
        leave();
        while (!led.isEmpty()) {
            end(led.get(0), 0);
        }
        while (!hands.isEmpty() || !waits.isEmpty()) {
            giveBack((hands.isEmpty() ? waits : hands).remove(0), /* made= */ true);
        }
        busy.forEach(this::attend);
        now += 20_000_000;
        long unused = lines.threads.tick();
        assertThat(lines.lines).isEmpty();
        assertThat(lines.shared).isEmpty();
        assertThat(lines.resting).isEmpty();
        owners.values().forEach(owner -> assertThat(owner.open()).isZero());
    }

    private void goOn() {
        if (!hands.isEmpty()) {
            giveBack(hands.remove(0), /* made= */ true);
        } else if (!waits.isEmpty()) {
            giveBack(waits.remove(0), /* made= */ true);
        } else if (!led.isEmpty()) {
            end(led.get(0), 0);
        } else if (!busy.isEmpty()) {
            attend(busy.remove(0));
        } else if (looking.values().stream().anyMatch(count -> count > 0)) {
            look(pick(looking));
        } else {
            tick();
        }
    }

    private static String names(Hand<Update> hand) {
        StringBuilder names = new StringBuilder(hand.lane.name());
        for (int i = 0; i < hand.size(); i++) {
            names.append(' ').append(hand.get(i));
        }
        return names.toString();
    }
}
