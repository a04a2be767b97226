package io.github.stormlock.torture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;

/** Shows that a client's clock that is set forward or back is no fault for this library: it reads no such clock. */
@AnalyzeClasses(packages = "io.github.stormlock", importOptions = ImportOption.DoNotIncludeTests.class)
class ClockTest {
    @ArchTest
    static final ArchRule THE_LIBRARY_READS_NO_CLOCK_THAT_CAN_BE_SET = ArchRuleDefinition.noClasses()
            .that()
            .resideInAnyPackage(
                    "io.github.stormlock",
                    "io.github.stormlock.internal..",
                    "io.github.stormlock.lock..",
                    "io.github.stormlock.redis..",
                    "io.github.stormlock.bolt..")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Clock.class)
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callConstructor(Date.class);
}
