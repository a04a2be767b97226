package io.github.stormlock;

import io.github.stormlock.internal.lifecycle.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Some threads of which one runs at a time, until it parks, computes or takes a step. A random number says which is
 * next. Time passes only when all wait or compute, and then at once, so seconds are run in milliseconds. It is a
 * failure if all wait, and nobody is about to do anything.
 */
final class TurnTicker implements Ticker {
    private static final long LONGEST_STANDSTILL_NANOS = 1_000_000_000L;
    private static final long HUNG_NANOS = 30_000_000_000L;
    private static final long WAKE_UP_MILLIS = 1;
    private static final long SURE_WAKE_UP_MILLIS = 500;
    private static final int SHOWN = 60;

    private final Random random;
    private final List<Player> opened = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private Player running;
    private long now;
    private long idleNanos;

    private enum Doing {
        READY,
        WAITS,
        COMPUTES,
        ENDED
    }

    private static final class Player {
        private final Thread thread;
        private Doing doing = Doing.READY;
        private long until;
        private Throwable thrown;

        private Player(String name, Runnable task) {
            thread = new Thread(task, name);
            thread.setDaemon(true);
        }
    }

    TurnTicker(Random random) {
        this.random = random;
    }

    /** Adds a thread, which begins with {@link #run}. */
    void add(String name, Runnable task) {
        opened.add(new Player(name, () -> play(task)));
    }

    private void play(Runnable task) {
        Player own = own();
        try {
            awaitTurn(own);
            task.run();
        } catch (Throwable t) {
            own.thrown = t;
        }
        stop("ends", own, Doing.ENDED);
    }

    /** Runs all threads, and returns when they have ended. */
    void run() {
        for (Player player : opened) {
            if (player.thread.getState() == Thread.State.NEW) {
                player.thread.start();
            }
        }
        while (next()) {
            awaitStop();
        }
        for (Player player : opened) {
            if (player.thrown != null) {
                throw failure(player.thread.getName() + " ended by " + player.thrown, player.thrown);
            }
        }
    }

    /** Gives a turn to one thread, and lets time pass if all wait. Returns false if all have ended. */
    private synchronized boolean next() {
        List<Player> ready = having(Doing.READY);
        if (ready.isEmpty() && having(Doing.ENDED).size() == opened.size()) {
            return false;
        }
        // A thread that was unparked just now may still be on the way.
        for (long waited = 0; ready.isEmpty() && waited < (isLate() ? SURE_WAKE_UP_MILLIS : 1); waited++) {
            pause(WAKE_UP_MILLIS);
            ready = having(Doing.READY);
        }
        Player chosen = ready.isEmpty() ? passTime() : ready.get(random.nextInt(ready.size()));
        boolean parks = chosen.doing == Doing.WAITS;
        chosen.doing = Doing.READY;
        running = chosen;
        notifyAll();
        if (parks) {
            LockSupport.unpark(chosen.thread);
        }
        return true;
    }

    private boolean isLate() {
        return having(Doing.COMPUTES).isEmpty() && idleNanos + first().until - now > LONGEST_STANDSTILL_NANOS;
    }

    private Player passTime() {
        Player first = first();
        long passing = Math.max(first.until - now, 0);
        idleNanos = having(Doing.COMPUTES).isEmpty() ? idleNanos + passing : 0;
        if (idleNanos > LONGEST_STANDSTILL_NANOS) {
            throw failure("nobody computes or sends, and these have waited for more than a second: " + waiting(), null);
        }
        now += passing;
        note("time passes", TimeUnit.NANOSECONDS.toMicros(passing) + " us");
        return first;
    }

    private String waiting() {
        List<String> names = new ArrayList<>();
        having(Doing.WAITS).forEach(player -> names.add(player.thread.getName()));
        return String.join(", ", names);
    }

    private Player first() {
        Player first = null;
        for (Player player : opened) {
            boolean later = player.doing == Doing.ENDED || (first != null && player.until >= first.until);
            first = later ? first : player;
        }
        return first;
    }

    private List<Player> having(Doing doing) {
        List<Player> some = new ArrayList<>(opened.size());
        for (Player player : opened) {
            if (player.doing == doing) {
                some.add(player);
            }
        }
        return some;
    }

    private synchronized void awaitStop() {
        long end = System.nanoTime() + HUNG_NANOS;
        while (running != null) {
            if (System.nanoTime() > end) {
                throw failure(running.thread.getName() + " neither waits nor returns", null);
            }
            pause(1_000);
        }
    }

    private void pause(long millis) {
        try {
            wait(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Player own() {
        for (Player player : opened) {
            if (player.thread == Thread.currentThread()) {
                return player;
            }
        }
        return null;
    }

    /** Ends the turn of this thread, so that others may come in between. */
    void step(String what) {
        Player own = own();
        if (own != null) {
            stop(what, own, Doing.READY);
            awaitTurn(own);
        }
    }

    /** Takes a time, which nobody ends early. */
    void compute(long nanos) {
        Player own = own();
        if (nanos > 0 && own != null) {
            own.until = nanos() + nanos;
            stop("computes", own, Doing.COMPUTES);
            awaitTurn(own);
        }
    }

    @Override
    public synchronized long nanos() {
        return now;
    }

    @Override
    public void park(Object blocker, long nanos) {
        Player own = own();
        if (own == null) {
            throw new IllegalStateException("not one of these threads");
        }
        long here = nanos();
        own.until = nanos > Long.MAX_VALUE - here ? Long.MAX_VALUE : here + nanos;
        stop("parks", own, Doing.WAITS);
        LockSupport.park(blocker);
        synchronized (this) {
            // Another thread has unparked this one, unless this one has the turn.
            own.doing = Doing.READY;
            notifyAll();
        }
        awaitTurn(own);
    }

    private synchronized void stop(String what, Player own, Doing next) {
        note(own.thread.getName(), what);
        own.doing = next;
        running = null;
        notifyAll();
    }

    private synchronized void awaitTurn(Player own) {
        while (running != own) {
            pause(0);
        }
    }

    synchronized void note(String who, String what) {
        log.add(who + ": " + what);
    }

    /** Returns a failure that tells the last steps. */
    synchronized AssertionError failure(String what, Throwable cause) {
        List<String> last = log.subList(Math.max(0, log.size() - SHOWN), log.size());
        return new AssertionError(what + "; the last steps:\n  " + String.join("\n  ", last), cause);
    }
}
