package io.github.stormlock.insight;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.insight.breaking.BreakTarget;
import io.github.stormlock.insight.breaking.BreakText;
import io.github.stormlock.insight.breaking.BrokenNote;
import io.github.stormlock.insight.breaking.Person;
import io.github.stormlock.insight.read.LockView;
import io.github.stormlock.insight.read.LockView.Grip;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.read.WorldReader;
import io.github.stormlock.insight.redis.CannotAskException;
import io.github.stormlock.insight.redis.Query;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.lock.insight.LockBreaker;
import io.github.stormlock.lock.insight.LockBreaker.Broken;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisNotReplicatedException;
import io.github.stormlock.redis.RedisPort;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Takes one lock away from its holder. It breaks what it has shown, or nothing. For one command line. */
@Command(name = "break", mixinStandardHelpOptions = true)
final class BreakCommand implements Callable<Integer> {
    private final Invocation invocation;
    private final Person person;

    @Parameters(arity = "1", paramLabel = "KEY", description = "the key of the entry, or the name of the lock")
    private String entry = "";

    @Option(names = "--yes", description = "ask nobody; with --reason")
    private boolean yes;

    @Option(names = "--reason", paramLabel = "TEXT", description = "why; kept for 7 days, and locks explain shows it")
    private String reason = "";

    @Option(names = "--mutex", description = "with --yes: also where what the holder does outside Redis goes on")
    private boolean mutex;

    @Option(names = "--stranger", description = "with --yes: also a lock of another program, which nobody tells")
    private boolean stranger;

    @Option(names = "--token", paramLabel = "TOKEN", description = "which of several readers or owners of permits")
    private @Nullable String token;

    @Option(names = "--dry-run", description = "show what would be broken, and break nothing")
    private boolean dryRun;

    BreakCommand(Invocation invocation, Person person) {
        this.invocation = invocation;
        this.person = person;
    }

    @Override
    public Integer call() {
        checkOptions();
        try (RedisServers servers = invocation.servers()) {
            WorldReader reader = new WorldReader(servers, invocation.keyPrefix());
            List<LockView> views = reader.look(reader.workers(), entry);
            Optional<BreakTarget> found = found(views);
            if (found.isEmpty()) {
                return answer(null, "nothing", nobody(views), "");
            }
            return decide(servers, found.get());
        }
    }

    private void checkOptions() {
        if (yes && reason.isBlank()) {
            throw new IllegalArgumentException("--yes goes with --reason TEXT: others will ask why");
        }
        if (invocation.json() && !yes && !dryRun) {
            throw new IllegalArgumentException("--json goes with --yes or --dry-run: a program is not asked");
        }
        if (reason.length() > BrokenNote.LONGEST_REASON) {
            throw new IllegalArgumentException("--reason is longer than " + BrokenNote.LONGEST_REASON + " characters");
        }
    }

    /** Returns the target that was meant: the only one, or that of the token. */
    private Optional<BreakTarget> found(List<LockView> views) {
        Set<String> owners = new HashSet<>();
        List<BreakTarget> targets = views.stream()
                .filter(lock -> lock.kind() != LockView.Kind.LATCH)
                .filter(lock -> lock.grip() == Grip.HELD || lock.grip() == Grip.READERS || lock.grip() == Grip.STRANGER)
                .flatMap(lock -> lock.holders().stream().map(holder -> BreakTarget.of(lock, holder)))
                .filter(target -> token == null || target.holder().value().equals(token))
                // Of permits, the first of each owner: all of them are taken back together.
                .filter(target -> owners.add(target.holder()
                        .token()
                        .map(parts -> parts.factory() + ' ' + parts.number())
                        .orElse("")))
                .toList();
        if (targets.size() > 1) {
            throw new IllegalArgumentException(Shown.text(entry) + " has several holders. Name one by --token:"
                    + targets.stream()
                            .limit(20)
                            .map(BreakTarget::holder)
                            .map(holder -> "\n  " + Shown.text(holder.value()) + "  " + holder.words())
                            .reduce("", String::concat));
        }
        return targets.stream().findFirst();
    }

    private String nobody(List<LockView> views) {
        if (token != null) {
            return "the token " + Shown.text(token) + " does not hold " + Shown.text(entry);
        }
        LockView lock = views.get(0);
        return switch (lock.grip()) {
            case GIFT -> Shown.text(entry) + " is just being given to a waiter; it is free in 50 ms if nobody takes it";
            case WRONG_TYPE ->
                "a " + lock.detail() + " stands under " + Shown.text(lock.key())
                        + ", which is no lock. locks explain says what to do";
            case REFUSED -> "the server refuses: " + lock.detail();
            default -> "nobody holds " + Shown.text(entry);
        };
    }

    private int decide(RedisServers servers, BreakTarget target) {
        if (!invocation.json()) {
            new BreakText(target, fence(servers)).lines().forEach(invocation::say);
        }
        if (dryRun) {
            return answer(target, "dry-run", "nothing is broken: --dry-run", "");
        }
        Optional<String> why = yes ? allowed(target) : agreed();
        if (why.isEmpty()) {
            return answer(target, "left", "left as it is", "");
        }
        return breakIt(servers, target, why.get());
    }

    private Optional<String> fence(RedisServers servers) {
        return servers.ask(Query.of("GET", invocation.names().fence(entry))).text();
    }

    /** Returns the reason of a script, which must name what it breaks where that may do harm. */
    private Optional<String> allowed(BreakTarget target) {
        String needed = target.meaning().option();
        boolean named = needed.isEmpty() || (needed.equals("--mutex") ? mutex : stranger);
        if (!named) {
            throw new IllegalArgumentException(
                    Shown.text(entry) + " is " + target.meaning().words() + ": with --yes say " + needed
                            + ", if what its holder does meanwhile may go on beside the next holder");
        }
        return Optional.of(reason.strip());
    }

    /** Returns the reason of a person who has typed the name of the lock again; empty if they have not. */
    private Optional<String> agreed() {
        String shown = Shown.text(entry);
        String question = " Type the name of the lock to break it" + (reason.isBlank() ? ", with a reason" : "")
                + " (Enter leaves it): ";
        String answer = person.ask(question)
                .orElseThrow(() ->
                        new IllegalArgumentException("nobody is there to be asked: a script says --yes --reason TEXT"));
        for (String name : List.of(entry, shown)) {
            if (answer.equals(name) && !reason.isBlank()) {
                return Optional.of(reason.strip());
            }
            if (answer.startsWith(name + ' ')) {
                String typed = answer.substring(name.length()).strip();
                return Optional.of(typed.substring(0, Math.min(typed.length(), BrokenNote.LONGEST_REASON)))
                        .filter(text -> !text.isEmpty());
            }
        }
        return Optional.empty();
    }

    private int breakIt(RedisServers servers, BreakTarget target, String why) {
        Broken broken = sent(servers, target);
        if (broken == Broken.MOVED_ON) {
            String words = "not broken: " + Shown.text(entry) + " has another holder by now, or none. Look again";
            return answer(target, "moved-on", words, why);
        }
        String refusal = BrokenNote.write(servers, invocation.names(), target, why);
        if (!refusal.isEmpty()) {
            invocation
                    .err()
                    .println("locks: who broke it, and why, could not be noted in Redis: " + Shown.text(refusal, 200));
        }
        String words =
                switch (broken) {
                    case GIVEN -> "broken; it was given to the next waiter";
                    case SHARED -> "broken; others hold it beside";
                    default -> "broken; it is free";
                };
        return answer(target, JsonOutput.word(broken), words, why);
    }

    private Broken sent(RedisServers servers, BreakTarget target) {
        try (RedisPort port = RedisPort.open(servers.config())) {
            return target.breakIt(LockBreaker.of(port, invocation.keyPrefix()));
        } catch (RedisAnswerLostException | RedisNotReplicatedException e) {
            throw new CannotAskException(
                    Shown.text(entry) + " may be broken or not: " + e.getMessage() + ". Look again with locks explain",
                    e);
        } catch (RedisException e) {
            throw new CannotAskException(Shown.text(entry) + " was not broken: " + e.getMessage(), e);
        }
    }

    private int answer(@Nullable BreakTarget target, String outcome, String words, String why) {
        boolean broken = List.of("given", "free", "shared").contains(outcome);
        if (invocation.json()) {
            ObjectNode answer = JsonOutput.answer()
                    .put("entry", entry)
                    .put("outcome", outcome)
                    .put("broken", broken)
                    .put("words", words);
            if (target != null) {
                answer.put("kind", JsonOutput.word(target.meaning()))
                        .put("token", target.holder().value())
                        .put("holder", target.holder().words())
                        .put("by", BrokenNote.me())
                        .put("reason", why);
            }
            invocation.say(answer);
        } else {
            invocation.say(" " + words);
        }
        return broken || outcome.equals("dry-run") ? Invocation.DONE : Invocation.WRONG;
    }
}
