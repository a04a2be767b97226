package io.github.stormlock.benchmarks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Checks that each package of the benchmark uses only those that it may use. */
@AnalyzeClasses(packages = "io.github.stormlock.benchmarks", importOptions = ImportOption.DoNotIncludeTests.class)
class BenchmarksArchitectureTest {
    private static final String ROOT = "io.github.stormlock.benchmarks";

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching(ROOT + ".(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NO_PACKAGE_KNOWS_WHAT_TIES_THEM_TOGETHER = noClasses()
            .that()
            .resideInAPackage(ROOT + ".*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT);

    @ArchTest
    static final ArchRule WHO_WORKS_DOES_NOT_KNOW_WHAT_IS_REPORTED = noClasses()
            .that()
            .resideInAnyPackage(ROOT + ".work..", ROOT + ".contender", ROOT + ".scenario")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".report");
}
