import { connection } from "next/server";
import { docsMetadata, renderDocsPage } from "@/app/_server/docs-page.tsx";

type Props = PageProps<"/[locale]/docs-live/[[...slug]]">;

export async function generateMetadata({ params }: Props) {
  return docsMetadata(await params);
}

/** The documentation, rendered per request: for a configuration that differs from the build's. */
export default async function Page({ params }: Props) {
  await connection();
  return renderDocsPage(await params);
}
