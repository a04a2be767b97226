package io.github.stormlock;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfigBuilder;
import io.github.stormlock.redis.RedisPort;
import java.time.Duration;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The rules by which the library's packages may know each other. They cover the library's own classes, not the tests'. */
class ArchitectureTest {
    private static final String BASE = "io.github.stormlock.";
    private static final String INTERNAL = BASE + "internal.";
    private static final List<String> PACKAGES = List.of("bolt", "lock", "internal", "config", "entry", "redis");

    private static final JavaClasses LIBRARY = new ClassFileImporter()
            .importUrl(
                    StormLockConfig.class.getProtectionDomain().getCodeSource().getLocation());

    /** So a client whose clock is an hour off waits and holds as others do. Points in time are the server's. */
    @Test
    void nothingReadsAClockThatCanBeSet() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("java.time..")
                        .and(not(type(Duration.class)))
                        .or(assignableTo(Date.class))
                        .or(assignableTo(Calendar.class)))
                .orShould()
                .accessTargetWhere(targetOwner(type(System.class)).and(target(name("currentTimeMillis"))))
                .check(LIBRARY);
    }

    /** A public package is one with its own rooms, since it is made of what they do. */
    @Test
    void packagesHaveNoCycles() {
        haveNoCycles(type -> packageOf(type).replaceFirst("^(bolt|entry|redis)\\..*", "$1"));
    }

    @Test
    void roomsHaveNoCycles() {
        haveNoCycles(type -> packageOf(type).contains("internal") ? packageOf(type) : null);
    }

    /** So that who changes how updates are made meets no kind of lock but the mutex. */
    @Test
    void enginesOfUpdatesKnowNoKindsOfLocks() {
        DescribedPredicate<JavaClass> kinds = resideInAnyPackage(INTERNAL + "kind", BASE + "lock.kind");
        noneUses(resideInAPackage(BASE + "internal..").and(not(kinds)), kinds);
    }

    @Test
    void onlyAPackageKnowsItsRooms() {
        for (String name : List.of("bolt", "entry", "redis")) {
            onlyItUses(name, BASE + name + ".internal..");
        }
    }

    /** Bolts run methods of users, too. Of all else they know what a program knows. */
    @Test
    void boltsKnowOneRoomOnly() {
        noneUses(
                resideInAPackage(BASE + "bolt.."),
                resideInAPackage(BASE + "internal..").and(not(resideInAPackage(INTERNAL + "usercode"))));
    }

    /** So the port is the only way in, and the values of the package are free of the client library. */
    @Test
    void onlyThePortToRedisKnowsTheRoomsThatSend() {
        noneUses(
                residesIn("redis").and(not(belongToAnyOf(RedisPort.class))),
                resideInAnyPackage(BASE + "redis.internal.pipeline", BASE + "redis.internal.route"));
    }

    @Test
    void valuesKnowNoRoomThatDoesTheWork() {
        noneUses(
                residesIn("lock").or(residesIn("lock.kind")),
                resideInAPackage(BASE + "internal..").and(not(resideInAPackage(INTERNAL + "text"))));
    }

    private static DescribedPredicate<JavaClass> residesIn(String name) {
        return JavaClass.Predicates.resideInAPackage((BASE + name).replaceFirst("[.]$", ""));
    }

    @Test
    void entriesKnowNoOtherPackage() {
        mayUse("entry");
    }

    @Test
    void theWayToRedisKnowsNoOtherPackage() {
        mayUse("redis");
    }

    @Test
    void configurationKnowsRedis() {
        mayUse("config", "redis");
    }

    @Test
    void theFactoryKnowsNoBolt() {
        onlyItUses("bolt", BASE + "bolt..");
    }

    @Test
    void onlyBoltsKnowTheFactory() {
        noneUses(not(residesIn("").or(resideInAPackage(BASE + "bolt.."))), residesIn(""));
    }

    @Test
    void typesOfTheConfigurationHaveNoCycles() {
        haveNoCycles(type -> packageOf(type).equals("config") ? topLevel(type) : null);
    }

    @Test
    void settingsAreMadeByTheirBuilders() {
        Map<Class<?>, Class<?>> builders = Map.of(
                LockSettings.class, LockSettings.Builder.class,
                PoolConfig.class, PoolConfig.Builder.class,
                RedisConfig.class, RedisConfigBuilder.class);
        builders.forEach((settings, builder) -> assertThat(LIBRARY.get(settings).getConstructorCallsToSelf())
                .extracting(call -> call.getOriginOwner().getName())
                .containsOnly(builder.getName()));
    }

    @Test
    void onlyTheRedisPackageKnowsTheRedisClient() {
        onlyItUses("redis", "redis.clients..", "org.apache.commons.pool2..");
    }

    @Test
    void onlyTheBoltPackageKnowsStorm() {
        onlyItUses("bolt", "org.apache.storm..");
    }

    @Test
    void theLibraryPrintsNothing() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(LIBRARY);
    }

    @Test
    void theLibraryDoesNotLogPastTheUsersChoice() {
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(LIBRARY);
    }

    /** @param sliceOf tells the slice of a type of the library; {@code null} for none */
    private static void haveNoCycles(Function<JavaClass, String> sliceOf) {
        SliceAssignment assignment = new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                String slice = (type.getPackageName() + '.').startsWith(BASE) ? sliceOf.apply(type) : null;
                return slice == null ? SliceIdentifier.ignore() : SliceIdentifier.of(slice);
            }

            @Override
            public String getDescription() {
                return "slices of the library";
            }
        };
        slices().assignedFrom(assignment).should().beFreeOfCycles().check(LIBRARY);
    }

    /** Returns the name of a package of the library without the common beginning. */
    private static String packageOf(JavaClass type) {
        return (type.getPackageName() + '.').substring(BASE.length()).replaceFirst("[.]$", "");
    }

    /** Returns the name of a type, and that of their outer one for nested types. */
    private static String topLevel(JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "");
    }

    private static void mayUse(String user, String... used) {
        List<String> allowed = List.of(used);
        String[] forbidden = PACKAGES.stream()
                .filter(name -> !name.equals(user) && !allowed.contains(name))
                .map(name -> BASE + name + "..")
                .toArray(String[]::new);
        noneUses(resideInAPackage(BASE + user + ".."), resideInAnyPackage(forbidden));
    }

    private static void onlyItUses(String name, String... packages) {
        noneUses(resideOutsideOfPackage(BASE + name + ".."), resideInAnyPackage(packages));
    }

    private static void noneUses(DescribedPredicate<JavaClass> users, DescribedPredicate<JavaClass> used) {
        noClasses().that(users).should().dependOnClassesThat(used).check(LIBRARY);
    }
}
