package io.github.stormlock.quorum;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** What this module takes of the library, and what it shows. */
class QuorumArchitectureTest {
    private static final JavaClasses QUORUM = new ClassFileImporter()
            .importUrl(RedisQuorum.class.getProtectionDomain().getCodeSource().getLocation());

    @Test
    void quorumOfServersKnowsNoUpdatesNoEntriesAndNoBolts() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.github.stormlock.bolt..",
                        "io.github.stormlock.entry..",
                        "io.github.stormlock.internal.update..",
                        "io.github.stormlock.internal.batch..",
                        "io.github.stormlock.internal.runner..",
                        "org.apache.storm..")
                .check(QUORUM);
    }

    @Test
    void nothingKnowsTheRedisClient() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("redis.clients..")
                .check(QUORUM);
    }

    @Test
    void oneTypeIsForUsers() {
        assertThat(QUORUM)
                .filteredOn(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .filteredOn(type -> !type.isNestedClass())
                .extracting(JavaClass::getSimpleName)
                .containsExactly("RedisQuorum");
    }
}
