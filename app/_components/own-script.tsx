import { headers } from "next/headers";
import { NONCE_HEADER } from "@/site/i18n/routing.ts";

/** An inline script of ours, which runs where it stands, before hydration. */
export async function OwnScript({ text }: { text: string }) {
  const fields = await headers();
  return (
    <script
      // First, as `content-policy.ts` finds our scripts by it. Browsers hide it from React.
      nonce={fields.get(NONCE_HEADER) ?? undefined}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
