import { docsMetadata, docsSlugs, renderDocsPage } from "@/app/_server/docs-page.tsx";

type Props = PageProps<"/[locale]/docs/[[...slug]]">;

export const dynamicParams = false;

export function generateStaticParams() {
  return docsSlugs();
}

export async function generateMetadata({ params }: Props) {
  return docsMetadata(await params);
}

/** The documentation, rendered at build time. */
export default async function Page({ params }: Props) {
  return renderDocsPage(await params);
}
