package io.github.stormlock.torture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Checks that each package of the torture uses only those that it may use. */
@AnalyzeClasses(packages = "io.github.stormlock.torture", importOptions = ImportOption.DoNotIncludeTests.class)
class TortureArchitectureTest {
    private static final String ROOT = "io.github.stormlock.torture";

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching(ROOT + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_PACKAGE_KNOWS_WHAT_TIES_THEM_TOGETHER = noClasses()
            .that()
            .resideInAPackage(ROOT + ".*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT);
}
