package io.github.stormlock;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfigBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which package of the library may know which. Looks at the library's own classes, not at the tests'. */
class ArchitectureTest {
    private static final String BASE = "io.github.stormlock.";
    private static final List<String> PACKAGES = List.of("bolt", "lock", "config", "entry", "redis");
    private static final JavaClasses LIBRARY = new ClassFileImporter()
            .importUrl(
                    StormLockConfig.class.getProtectionDomain().getCodeSource().getLocation());

    @Test
    void theLibraryHasFivePackages() {
        assertThat(LIBRARY)
                .extracting(JavaClass::getPackageName)
                .extracting(name -> name.substring(BASE.length()))
                .hasSameElementsAs(PACKAGES);
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

    @Test
    void atLeastHalfOfTheImplementationIsHidden() {
        List<JavaClass> implementation = LIBRARY.stream()
                .filter(type -> type.isTopLevelClass() && !type.isInterface() && !type.isRecord() && !type.isEnum())
                .filter(type -> !type.isAssignableTo(Throwable.class))
                .toList();
        List<String> shown = implementation.stream()
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getSimpleName)
                .toList();

        assertThat(shown.size() * 2)
                .as("public of %d implementation types: %s", implementation.size(), shown)
                .isLessThanOrEqualTo(implementation.size());
    }

    /** Each type of a package, with those nested in it, is a slice of its own. */
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
