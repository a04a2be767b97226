package io.github.stormlock.internal.lines;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The look of one taker along one line, from its front. It goes on where it stopped, so that each update is looked at once.
 * Used within one step of {@link Lines}.
 */
final class Scan<U> {
    private final Hand<U> hand;
    private Line.@Nullable Link<U> at;
    /** All that were looked at are in hand or passed. So the next one comes first. */
    private boolean isFront = true;

    private int taken;
    /** Something of this line is in hand. So updates that stay may be passed. */
    private boolean begun;
    /** The owners of those that stay, if they are of the taker's bolt. Nothing of theirs is taken past these. */
    private Set<Owner<U>> staying = Set.of();
    /** Those that are passed since their bolt stands. */
    private List<Place<U>> passed = List.of();

    Scan(Hand<U> hand, Line<U> line) {
        this.hand = hand;
        this.at = line.first;
    }

    boolean isOf(Hand<U> taker) {
        return hand == taker;
    }

    /**
     * Takes updates.
     *
     * @param most how many to take at most, in this and all earlier calls
     * @param past true to go past updates that stay, once one is taken
     */
    void take(int most, boolean past) {
        for (Line.Link<U> link = at; link != null && taken < most && !hand.isFull(); link = at) {
            if (mayTake(link)) {
                hand.take(link.place);
                taken++;
                begun = true;
            } else if (link.place.hand == hand) {
                begun = true;
            } else if (!isPassed(link.place)) {
                if (!begun || !past) {
                    return;
                }
                isFront = false;
                stays(link.place.owner);
            }
            at = link.next;
        }
    }

    private void stays(Owner<U> owner) {
        if (owner.lane() != hand.lane) {
            return;
        }
        staying = staying.isEmpty() ? new HashSet<>(2) : staying;
        staying.add(owner);
    }

    /** Notes those that were passed by what is taken now, so that they are next. */
    void notePassed() {
        passed.forEach(place -> place.lane().passed.add(place));
        passed = List.of();
    }

    private boolean mayTake(Line.Link<U> link) {
        Place<U> place = link.place;
        if (place.lane() != hand.lane || !place.isQueued() || isBehindItsOwner(place)) {
            return false;
        } else if (place.isJoint() && hand.lane.isOfCallers() && !hand.mayTakeJoint()) {
            return false;
        }
        return place.isJoint() ? isFront && isFirstInAll(place) : isFront || begun;
    }

    /** Returns true if an update of the same owner stays before it. A caller has one update at a time. */
    private boolean isBehindItsOwner(Place<U> place) {
        return staying.contains(place.owner) && !hand.lane.isOfCallers();
    }

    private boolean isFirstInAll(Place<U> place) {
        for (Line.Link<U> link : place.links) {
            boolean isCaller = hand.lane.isOfCallers();
            boolean mine = link.line.hand == hand || (isCaller ? link.line.isOpen() : link.line.isFree());
            if (!mine || !hand.scan(link.line).isFirst(link)) {
                return false;
            }
        }
        return true;
    }

    private boolean isFirst(Line.Link<U> link) {
        for (Line.Link<U> before = at; before != null && before != link; before = at) {
            if (before.place.hand != hand && !isPassed(before.place)) {
                return false;
            }
            at = before.next;
        }
        return at == link && isFront && !isBehindItsOwner(link.place);
    }

    /** Returns true if an update that stays lets others go first. */
    private boolean isPassed(Place<U> place) {
        if (place.isJoint() && place.waitsOutside()) {
            return true;
        }
        Lane<U> other = place.lane();
        boolean stands = other != hand.lane && other.stands;
        if (stands && place.isQueued()) {
            passed = passed.isEmpty() ? new ArrayList<>(1) : passed;
            passed.add(place);
        }
        return stands || (other != hand.lane && other.isBehind && place.isPassable(hand.sinceNanos));
    }
}
