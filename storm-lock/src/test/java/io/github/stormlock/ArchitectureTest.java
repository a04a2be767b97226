package io.github.stormlock;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
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
import io.github.stormlock.lock.LockException;
import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfigBuilder;
import io.github.stormlock.redis.RedisPort;
import java.time.Duration;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rules by which the library's packages may know each other. They cover the library's own classes, not the tests'. */
class ArchitectureTest {
    private static final String BASE = "io.github.stormlock.";
    private static final List<String> PACKAGES = List.of("bolt", "lock", "config", "entry", "redis");
    private static final String INTERNAL = BASE + "lock.internal.";
    private static final Set<String> VALUES =
            Set.of("DistributedLock", "EventId", "Lease", "LockEvents", "Outcome", "UserCode");
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

    /** A package's public types are made of what its rooms do, so these five are left to the rules that follow. */
    @Test
    void roomsHaveNoCycles() {
        slices().assignedFrom(rooms()).should().beFreeOfCycles().check(LIBRARY);
    }

    /** So that who changes how updates are made meets no kind of lock but the mutex. */
    @Test
    void enginesOfUpdatesKnowNoKindsOfLocks() {
        noClasses()
                .that()
                .resideInAPackage(BASE + "lock.internal..")
                .and()
                .resideOutsideOfPackage(INTERNAL + "kind")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(INTERNAL + "kind", BASE + "lock.kind")
                .check(LIBRARY);
    }

    @Test
    void onlyAPackageKnowsItsRooms() {
        for (String name : PACKAGES) {
            noClasses()
                    .that()
                    .resideOutsideOfPackage(BASE + name + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(BASE + name + ".internal..")
                    .check(LIBRARY);
        }
    }

    /** So the port is the only way in, and the values of the package are free of the client library. */
    @Test
    void onlyThePortToRedisKnowsTheRoomsThatSend() {
        noClasses()
                .that(residesIn("redis"))
                .and()
                .doNotBelongToAnyOf(RedisPort.class)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(BASE + "redis.internal.pipeline", BASE + "redis.internal.route")
                .check(LIBRARY);
    }

    /** Otherwise rooms and public types would know each other both ways: the public types are made of what the rooms do. */
    @Test
    void roomsKnowOnlyValuesOfThePackageAboveThem() {
        noClasses()
                .that()
                .resideInAPackage(BASE + "lock.internal..")
                .should()
                .dependOnClassesThat(residesIn("lock").and(not(isValue())))
                .check(LIBRARY);
    }

    @Test
    void valuesKnowNoRoomButTheProtocol() {
        noClasses()
                .that(residesIn("lock").and(isValue()))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        INTERNAL + "batch..",
                        INTERNAL + "update..",
                        INTERNAL + "draft..",
                        INTERNAL + "kind..",
                        INTERNAL + "lines..",
                        INTERNAL + "acquire..")
                .check(LIBRARY);
    }

    private static DescribedPredicate<JavaClass> residesIn(String name) {
        return JavaClass.Predicates.resideInAPackage(BASE + name);
    }

    private static DescribedPredicate<JavaClass> isValue() {
        return DescribedPredicate.describe(
                "are values",
                type -> type.isAssignableTo(LockException.class)
                        || VALUES.contains(
                                type.getName().replaceFirst("\\$.*", "").substring((BASE + "lock.").length())));
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
    void locksKnowConfigurationEntriesAndRedis() {
        mayUse("lock", "config", "entry", "redis");
    }

    @Test
    void boltsKnowLocksConfigurationAndEntries() {
        mayUse("bolt", "lock", "config", "entry");
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching(BASE + "(*)..").should().beFreeOfCycles().check(LIBRARY);
    }

    @Test
    void typesOfTheConfigurationHaveNoCycles() {
        slices().assignedFrom(typesOf("config")).should().beFreeOfCycles().check(LIBRARY);
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
        noClasses()
                .that()
                .resideOutsideOfPackage(BASE + "redis..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("redis.clients..", "org.apache.commons.pool2..")
                .check(LIBRARY);
    }

    @Test
    void onlyTheBoltPackageKnowsStorm() {
        noClasses()
                .that()
                .resideOutsideOfPackage(BASE + "bolt..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.storm..")
                .check(LIBRARY);
    }

    @Test
    void theLibraryPrintsNothing() {
        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(LIBRARY);
    }

    @Test
    void theLibraryDoesNotLogPastTheUsersChoice() {
        NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.check(LIBRARY);
    }

    private static SliceAssignment rooms() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                String name = type.getPackageName();
                return name.startsWith(BASE) && !PACKAGES.contains(name.substring(BASE.length()))
                        ? SliceIdentifier.of(name)
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "rooms";
            }
        };
    }

    /** Makes each type of a package a slice of its own, together with the types nested in it. */
    private static SliceAssignment typesOf(String name) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return type.getPackageName().equals(BASE + name)
                        ? SliceIdentifier.of(type.getName().replaceFirst("\\$.*", ""))
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "types of " + name;
            }
        };
    }

    private static void mayUse(String user, String... used) {
        List<String> allowed = List.of(used);
        String[] forbidden = PACKAGES.stream()
                .filter(name -> !name.equals(user) && !allowed.contains(name))
                .map(name -> BASE + name + "..")
                .toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage(BASE + user + "..")
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages(forbidden)
                .check(LIBRARY);
    }
}
