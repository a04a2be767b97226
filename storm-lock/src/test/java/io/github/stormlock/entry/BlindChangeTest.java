package io.github.stormlock.entry;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.BlindChange.Kind;
import io.github.stormlock.entry.internal.Text;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlindChangeTest {

    private static final long MOST = 999_999_999_999_999L;

    @ParameterizedTest
    @ValueSource(strings = {"0", "7", "-7", "10", "999999999999999", "-99999999999999"})
    void fitsAWholeNumberOfUpTo15Characters(String value) {
        assertThat(BlindChange.fits(Text.written(value))).isTrue();
    }

    static final List<String> UNFIT = List.of(
            ("|-|-0|00|007|-07|+5| 5|5 |1.5|1e3|abc|\u0665|1000000000000000|-999999999999999|" + "9223372036854775807")
                    .split("[|]", -1));

    @ParameterizedTest
    @FieldSource("UNFIT")
    void fitsNothingElse(String value) {
        assertThat(BlindChange.fits(Text.written(value))).isFalse();
    }

    @Test
    void fitsWhatIsAbsent() {
        assertThat(BlindChange.fits(null)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"ADD,5,-7,-2", "MAX,5,7,7", "MAX,5,3,5", "MIN,5,7,5", "MIN,5,3,3"})
    void changesOfOneKindFold(Kind kind, long first, long second, long folded) {
        assertThat(new BlindChange(null, kind, first).then(kind, second).operand())
                .isEqualTo(folded);
    }

    @Test
    void changesDoNotFoldBeyond15DigitsNorWithAnotherKind() {
        BlindChange change = new BlindChange(null, Kind.ADD, MOST);
        assertThat(change.then(Kind.ADD, -MOST).operand()).isZero();
        assertThat(change.then(Kind.ADD, 1)).isNull();
        assertThat(change.then(Kind.ADD, -MOST - 1)).isNull();
        assertThat(new BlindChange(null, Kind.ADD, 1).then(Kind.MAX, 1)).isNull();
        assertThrown(IllegalArgumentException.class, () -> new BlindChange(null, Kind.ADD, MOST + 1));
        assertThrown(IllegalArgumentException.class, () -> new BlindChange(null, Kind.MIN, Long.MIN_VALUE));
    }

    @ParameterizedTest
    @CsvSource({"ADD,5,12", "MAX,5,7", "MAX,9,9", "MIN,5,5", "MIN,9,7"})
    void isAppliedToWhatStands(Kind kind, long operand, String result) {
        BlindChange change = new BlindChange(null, kind, operand);
        assertThat(change.applyTo(Text.written("7"))).isEqualTo(Text.written(result));
        assertThat(change.applyTo(null)).as("of what is absent").isEqualTo(Text.written(Long.toString(operand)));
    }
}
