package io.github.stormlock.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What a client does, for one contender. Thread-safe. */
interface Crew {
    String STORM_LOCK = "storm-lock";

    /** Begins to update entries, until it is stopped. */
    void work();

    /**
     * Ends the work, and commits once on each of these entries; tries until it can, or until so many milliseconds have
     * passed. Returns once nothing is under way any more.
     */
    void end(long millis, List<String> entries);

    /** Makes one update, and says what came of it. */
    Line.Kind once(String entry, String id);

    /** Sets the clock that the contender reads forward, or back. */
    void stepClock(long millis);

    static Crew of(ClientConfig config, Steps steps) throws IOException {
        Path file = Path.of(config.history());
        String name = String.valueOf(file.getFileName());
        HistoryWriter history = new HistoryWriter(file, name.substring(0, name.lastIndexOf('.')));
        Thread heart = new Thread(new Heartbeat(history), "heartbeat");
        heart.setDaemon(true);
        heart.start();
        Desk desk = new Desk(history, steps, new Moves(steps));
        return config.contender().equals(STORM_LOCK) ? new StormLockCrew(config, desk) : new SchemeCrew(config, desk);
    }
}
