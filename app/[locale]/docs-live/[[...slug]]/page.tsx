import { connection } from "next/server";
import { docsMetadata, drawDocsPage } from "@/app/_server/docs-page.tsx";

type Props = PageProps<"/[locale]/docs-live/[[...slug]]">;

export async function generateMetadata({ params }: Props) {
  return docsMetadata(await params);
}

/** The documentation, drawn for each request: for a configuration it was not built with. */
export default async function Page({ params }: Props) {
  await connection();
  return drawDocsPage(await params);
}
