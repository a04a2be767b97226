package io.github.stormlock.lock.explored.lines;

/** The rules of the lines. The model can be run with one of them broken. */
enum LinesRule {
    ENTERS_AT_ONCE("LIVE", "p1: ab | q1: ab", "an update of several entries enters all its lines in one step"),
    PLACE_IS_KEPT("ORDER", "p1: a a | again=1", "what is given back keeps its place"),
    FIRST_IN_ALL_LINES(
            "ORDER", "p1: a ab | q1: b | again=1", "an update of several entries comes first in all its lines"),
    NOT_PAST_ITS_OWNER("ORDER", "p2: a | p1: ab a | q1: b", "a group goes past no update of one of its owners"),
    ATTENDED_IS_FIRST_ELSEWHERE(
            "ORDER",
            "q1: a | p1: b ab | busy=1 at=a close=q1",
            "who waits for a lock comes first at its other entries"),
    GROUP_OF_ONE_BOLT("LIVE", "p1: a? b | q1: a! | threads=1 clock", "a group has updates of one bolt only"),
    CALLERS_TAKE_CALLERS("LIVE", "c1: a | p1: a! | giveUp=1", "a caller takes callers' updates along only"),
    STEPPED_OVER(
            "WAKE",
            "p1: ab? | q1: a | busy=1 held at=b",
            "what waits for a lock outside is passed at its other entries"),
    STANDING_BOLT_IS_PASSED(
            "LIVE", "p1: a! ab? | q1: b | threads=1 clock", "a bolt whose threads are all at work is passed"),
    PASSED_IS_NEXT(
            "LIVE", "q1: a | p1*: a | q2*: b | threads=1 round=1 clock quick=p", "a bolt takes first what was passed"),
    PASSED_IS_WAITED_FOR(
            "LIVE",
            "q1: a | p1*: a | q2*: b | threads=1 round=1 clock quick=p",
            "a bolt waits for what was passed, if another has it"),
    LAST_WAITS_FOR_LONG(
            "LIVE",
            "q1: a | p1*: a | q2*: b | q3: c! | threads=2 round=1 clock",
            "the last thread of a bolt waits for what was passed as long as another has it"),
    GIVING_BACK_ENDS_STANDING(
            "LIVE", "p2*: a | p1: b | c2*: a | threads=1 clock", "a bolt that gives lines back stands no more"),
    PASSED_FOR_A_WHILE("LIVE", "p1: a | q1*: a | threads=1 slow=p clock", "a slow bolt is passed for a while only"),
    ENTER_WAKES("WAKE", "p1: a", "who enters wakes a thread of its bolt"),
    GIVING_BACK_WAKES("WAKE", "p1: a | q1: a", "who gives lines back wakes those who stand there"),
    EACH_BOLT_WAKES(
            "WAKE", "p1: ab | q1: a | busy=1 at=b", "a freed line wakes a thread of each bolt that stands there"),
    LINES_OF_JOINT_WAKE(
            "WAKE", "p1: ab | q1: b | r1: a | busy=1", "a line that changes wakes those in the lines tied to it"),
    BUSY_WAKES("WAKE", "p1: ab | q1: a | busy=1", "a line that gets busy wakes those who may step over now"),
    LEAVING_WAKES("WAKE", "p1: a | c1: ab | q1: b | giveUp=1", "a caller that leaves wakes those behind it"),
    CLOSE_WAKES("WAKE", "p1: a | q1: ab | r1: b | close=q1", "a task that closes wakes those behind it"),
    FREED_LINE_GOES_TO_CALLER("WAKE", "p1: a | c1: a", "a freed line is given to the caller that comes next"),
    GONE_CALLER_IS_PASSED("LIVE", "p1: a | c1: a | q1: a | giveUp=1", "a caller that has gone is given nothing"),
    GONE_IS_LEFT_OUT("ONCE", "c1: a | c2: a | giveUp=1", "who has given up is not written"),
    LOOKS_AND_SLEEPS_IN_ONE("WAKE", "p1: a a", "a thread looks and sleeps in one step"),
    IDLE_LOOKS_AGAIN("WAKE", "p1: a a | idle", "a thread that is idle ends only if nothing is ready"),
    MOMENT_BRINGS_A_THREAD("LIVE", "p1: a! b | clock", "what waits for a moment gets another thread"),
    HANGING_LETS_GO("LIVE", "p1: a b! | clock", "what hangs lets go of the others of its round"),
    TOLD_WHEN_FREE("LIVE", "p1: a a a | q1<p1: a a a | open=1 clock", "results are told once the lines are free"),
    TOLD_BY_ONE(
            "TOLD", "p1: a a | q1<p1: b b | open=1 clock", "the results of an owner are told by one thread at a time"),
    TOLD_IN_TURNS("LIVE", "p1*: a | p2: b | clock", "owners are told in turns"),
    UNTOLD_ARE_LOOKED_FOR("LIVE", "p1: a? | p2: b | stuck=p1 clock", "no thread sleeps while results are untold"),
    PUT_BACK_IS_DROPPED("CLOSED", "p1: a | again=1 close=p1", "what a closed owner would get back is dropped"),
    CLOSE_LEAVES_WHAT_IS_IN_HAND("ONCE", "p1: a | close=p1", "a task that closes leaves what is in hand"),
    CLOSE_TELLS(
            "LIVE",
            "q1: a? | p1: a~ | busy=1 at=a held close=p1 threads=1 clock",
            "a task that closes tells what is settled"),
    CLOSE_ENDS_ITS_WAITS("LIVE", "p1: a | busy=1 held close=p1", "a task that closes waits for no lock"),
    ROUND_WAITS_FOR_NO_LOCK("LIVE", "p1: a? b | busy=1 at=a held threads=1", "a round waits for no lock"),
    BUSY_IS_ATTENDED("LIVE", "p1: a | busy=1", "somebody waits for the lock of a busy line"),
    EMPTY_LINE_IS_FREE("LEFT", "p1: a | rests=1 close=p1", "a line without updates is free, and is forgotten"),
    WAITING_FREES_LINES(
            "LIVE", "c1: ab? | p1: a | busy=1 at=b held", "a caller that waits for a lock gives its other lines back"),
    GIVEN_BACK_ONCE("TAKER", "p1: a | q1: a | r1: a | threads=1 clock", "lines are given back once"),
    ANSWER_BRINGS_KEPT_LINES("WAKE", "p1: a b | asks clock", "what waits for an answer is offered with it"),
    KEPT_LINES_WAIT_FOR_NO_COMPUTATION("LIVE", "p1: a! b | asks clock", "a round that computes keeps no lines back"),
    TAKE_WAKES_CLOCK("LIVE", "p1: c a! b | round=1 clock", "who takes wakes the clock"),
    ROUSE_WAKES_CLOCK("LIVE", "p1: a? | p2: b | stuck=p1 clock", "who finds a thread awake wakes the clock"),
    WAITING_WAKES_CLOCK("LIVE", "p1: a? a~ | busy=1 at=a held clock", "who waits for a lock wakes the clock"),
    SHARED_LINE_WAKES_CLOCK("LIVE", "c1: a! | p1: a~ | clock", "who comes to a line of others wakes the clock");

    private final String invariant;
    private final String scenario;
    private final String rule;

    LinesRule(String invariant, String scenario, String rule) {
        this.invariant = invariant;
        this.scenario = scenario;
        this.rule = rule;
    }

    /** Returns the invariant that breaks first without this rule. */
    String invariant() {
        return invariant;
    }

    /** Returns a scenario that is clean with the rule, and breaks the invariant without it. */
    LinesScenario scenario() {
        return LinesScenario.of(scenario);
    }

    @Override
    public String toString() {
        return name() + " (" + rule + "): " + scenario;
    }
}
