import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Prints the tests that failed, a line each: FAILED, or FLAKE if the test passed when it was run again; then the test
 * and its first failure. A rerun keeps a landing from depending on luck. A flake is a defect all the same, of the test
 * or of the code.
 *
 * <p>Usage: java Flakes.java MARKER, in the root of the project. Reports older than the marker file are left out.
 */
public final class Flakes {
    private Flakes() {}

    public static void main(String[] args) throws IOException, XMLStreamException {
        FileTime since = Files.getLastModifiedTime(Path.of(args[0]));
        for (Path report : reports(since)) {
            print(report);
        }
    }

    private static List<Path> reports(FileTime since) throws IOException {
        try (Stream<Path> files = Files.find(Path.of(""), 4, (file, attributes) -> file.toString()
                        .matches(".*target/surefire-reports/TEST-[^/]*\\.xml")
                && attributes.lastModifiedTime().compareTo(since) >= 0)) {
            return files.sorted().toList();
        }
    }

    private static void print(Path report) throws IOException, XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        try (InputStream in = Files.newInputStream(report)) {
            XMLStreamReader xml = factory.createXMLStreamReader(in);
            String test = "";
            boolean told = false;
            while (xml.hasNext()) {
                if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                    continue;
                }
                String element = xml.getLocalName();
                if (element.equals("testcase")) {
                    test = xml.getAttributeValue(null, "classname") + "." + xml.getAttributeValue(null, "name");
                    told = false;
                } else if (!told && (element.startsWith("flaky") || element.equals("failure") || element.equals("error"))) {
                    told = true;
                    String kind = element.startsWith("flaky") ? "FLAKE " : "FAILED ";
                    System.out.println(kind + test + ": " + failure(xml));
                }
            }
        }
    }

    private static String failure(XMLStreamReader xml) {
        String message = xml.getAttributeValue(null, "message");
        String type = xml.getAttributeValue(null, "type");
        return message == null ? type : type + ": " + message.strip().lines().findFirst().orElse("");
    }
}
