import "server-only";
import { readConfiguration } from "@/lib/configuration.ts";

let known: string | undefined;

/** `PUBLIC_URL`: where the site says it lives, without a slash at its end. Never the `Host` header. */
export function publicUrl(): string {
  return (known ??= readConfiguration(process.env).PUBLIC_URL);
}
