package io.github.stormlock.redis.internal.connect;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A file of certificates or of a key as text (RFC 7468), which is how servers hand them out. All blocks count: none is left out. */
record PemFile(NamedFile file, List<Block> blocks) {
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";
    private static final String BEGIN = "-----BEGIN ";
    /** Keys of old that have a password say so in lines of their own, behind BEGIN. */
    private static final Pattern BLOCK = Pattern.compile(
            "-----BEGIN ([A-Z0-9 ]+)-----(?:\\s*[A-Za-z-]+:[^\\n]*\\n)*([A-Za-z0-9+/=\\s]*)-----END \\1-----");

    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

    @SuppressWarnings("ArrayRecordComponent") // Two of them are never compared.
    private record Block(String label, byte[] content) {
        boolean isCertificate() {
            return label.equals(CERTIFICATE);
        }
    }

    /** Returns true if the file is meant as PEM. */
    static boolean isPem(NamedFile file) {
        return text(file).contains(BEGIN);
    }

    /** @throws IllegalArgumentException if a part of the file cannot be read, naming the setting and what mends it */
    static PemFile read(Names names, String setting, String path) {
        NamedFile file = NamedFile.read(names, setting, path);
        String text = text(file);
        if (!text.contains(BEGIN)) {
            throw file.refused(notPem(file));
        }
        List<Block> blocks = new ArrayList<>();
        Matcher found = BLOCK.matcher(text);
        while (found.find()) {
            blocks.add(new Block(found.group(1), decoded(file, found.group(2), blocks.size() + 1)));
        }
        int begun = text.split(BEGIN, -1).length - 1;
        if (blocks.size() < begun) {
            throw file.refused("is broken: of its " + begun + " blocks only " + blocks.size()
                    + " go from BEGIN to END in base64: copy it again");
        }
        return new PemFile(file, blocks);
    }

    private static String notPem(NamedFile file) {
        byte[] content = file.content();
        // UTF-16 begins with a mark, or with one letter and a zero.
        boolean marked = content.length > 1 && (content[0] & 0xFF) >= 0xFE && (content[1] & 0xFF) >= 0xFE;
        boolean wide = marked || (content.length > 1 && content[1] == 0);
        if (wide) {
            return "is text in UTF-16: iconv -f UTF-16 -t UTF-8 " + file.path() + " > " + file.path() + ".pem";
        }
        return content[0] == 0x30
                ? "is no PEM file: openssl x509 -inform der -in " + file.path() + " -out " + file.path()
                        + ".pem makes one of a certificate, and openssl pkcs12 -in " + file.path() + " of a store"
                : "is no PEM file: it has no -----BEGIN";
    }

    /** Returns the certificates of a file that holds nothing else. */
    List<Certificate> authorities() {
        for (Block block : blocks) {
            if (!block.isCertificate()) {
                throw file.refused("holds a " + block.label + ": name a file of certificates only");
            }
        }
        return certificates();
    }

    /** Returns the certificates, beside which there may be a key. */
    List<Certificate> certificates() {
        List<Certificate> all = new ArrayList<>();
        for (Block block : blocks) {
            if (block.isCertificate()) {
                all.add(certificate(block, all.size() + 1));
            } else if (!block.label.endsWith(KEY)) {
                throw file.refused("holds a " + block.label + ": name a file of certificates");
            }
        }
        if (all.isEmpty()) {
            throw file.refused("holds no certificate");
        }
        return all;
    }

    /** Returns the key, which belongs to a certificate, beside which there may be certificates. */
    PrivateKey key(Certificate certificate) {
        List<Block> keys =
                blocks.stream().filter(block -> !block.isCertificate()).collect(Collectors.toList());
        if (keys.isEmpty()) {
            throw file.refused("holds no key: name the file of the client's PRIVATE KEY");
        }
        if (keys.size() != 1 || !keys.get(0).label.equals(KEY)) {
            throw file.refused("holds "
                    + keys.stream().map(block -> block.label).toList() + " and not one PRIVATE KEY (PKCS#8 without"
                    + " a password): openssl pkcs8 -topk8 -nocrypt -in " + file.path() + " -out " + file.path()
                    + ".pk8 makes one");
        }
        PublicKey lock = certificate.getPublicKey();
        try {
            PrivateKey key = KeyFactory.getInstance(lock.getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(keys.get(0).content));
            if (fits(key, lock)) {
                return key;
            }
        } catch (GeneralSecurityException e) {
            // A key of another kind than the certificate's.
        }
        throw file.refused("is not the key of the first certificate in "
                + file.names().of("tls.cert.file") + ": give its key, and put the client's certificate first");
    }

    private static boolean fits(PrivateKey key, PublicKey lock) throws GeneralSecurityException {
        String name = SIGNATURES.get(lock.getAlgorithm());
        if (name == null) {
            return true;
        }
        byte[] words = BEGIN.getBytes(StandardCharsets.US_ASCII);
        Signature signature = Signature.getInstance(name);
        signature.initSign(key);
        signature.update(words);
        byte[] signed = signature.sign();
        signature.initVerify(lock);
        signature.update(words);
        return signature.verify(signed);
    }

    private Certificate certificate(Block block, int number) {
        try {
            ByteArrayInputStream in = new ByteArrayInputStream(block.content);
            Certificate read = CertificateFactory.getInstance("X.509").generateCertificate(in);
            if (in.available() == 0 && Arrays.equals(read.getEncoded(), block.content)) {
                return read;
            }
        } catch (CertificateException e) {
            // Told below.
        }
        throw file.refused("is broken: its certificate " + number + " cannot be read: copy it again");
    }

    private static byte[] decoded(NamedFile file, String base64, int number) {
        try {
            return Base64.getDecoder().decode(base64.replaceAll("\\s", ""));
        } catch (IllegalArgumentException e) {
            throw file.refused("is broken: its block " + number + " is no base64: copy it again");
        }
    }

    private static String text(NamedFile file) {
        return new String(file.content(), StandardCharsets.ISO_8859_1);
    }
}
