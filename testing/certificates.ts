import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** A private certificate authority and a certificate of it, for 127.0.0.1 if for no other names, as files in PEM. */
export function createCertificates(names = "IP:127.0.0.1") {
  const folder = mkdtempSync(path.join(tmpdir(), "nametag-certificates-"));
  const file = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const key = (name: string) => [...curve, "-keyout", file(name)];
  const authority = ["-x509", "-days", "2", "-subj", "/CN=Nametag test authority"];
  openssl("req", ...authority, ...key("ca.key"), "-out", file("ca.pem"));
  openssl("req", "-subj", "/CN=redis", ...key("redis.key"), "-out", file("redis.csr"));
  writeFileSync(file("names"), `subjectAltName=${names}`);
  const signed = ["-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-CAcreateserial"];
  const request = ["-req", "-days", "2", "-in", file("redis.csr"), "-extfile", file("names")];
  openssl("x509", ...request, ...signed, "-out", file("redis.pem"));
  return {
    ca: file("ca.pem"),
    key: file("redis.key"),
    certificate: file("redis.pem"),
    /** The settings by which a Redis listens for TLS on this port. */
    redisSettings: (port: number) => ({
      "tls-port": port,
      "tls-auth-clients": "no",
      "tls-cert-file": file("redis.pem"),
      "tls-key-file": file("redis.key"),
      "tls-ca-cert-file": file("ca.pem"),
    }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
