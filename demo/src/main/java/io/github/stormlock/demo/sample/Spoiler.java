package io.github.stormlock.demo.sample;

import java.util.List;

/** Damages a line now and then, as full disks, killed servers and careless scripts do. Not thread-safe. */
final class Spoiler {
    private static final double SHARE = 0.0012;
    private static final List<String> STRAY = List.of(
            "logrotate: compressed access.log.3",
            "[mpm_event:notice] AH00489: resuming normal operations",
            "198.18.0.1 - - [03/Mar/2025:00:00:00 +0000] \"GET / HTTP/1.1\" OK 512 \"-\" \"-\"");

    private final Dice dice;

    Spoiler(Dice dice) {
        this.dice = dice;
    }

    String maybeSpoil(String line) {
        if (!dice.chance(SHARE)) {
            return line;
        }
        return dice.chance(0.6) ? cut(line) : dice.one(STRAY);
    }

    private String cut(String line) {
        // The cut is within the request or within the user agent: elsewhere, the rest may look like a whole line.
        int quote = dice.chance(0.5) ? line.indexOf('"') : line.lastIndexOf('"', line.length() - 2);
        int end = line.indexOf('"', quote + 1);
        return line.substring(0, dice.between(quote + 1, end));
    }
}
