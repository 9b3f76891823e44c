import { docsMetadata, docsSlugs, drawDocsPage } from "@/app/_server/docs-page.tsx";

type Props = PageProps<"/[locale]/docs/[[...slug]]">;

export const dynamicParams = false;

export function generateStaticParams() {
  return docsSlugs();
}

export async function generateMetadata({ params }: Props) {
  return docsMetadata(await params);
}

/** The documentation, drawn while building. */
export default async function Page({ params }: Props) {
  return drawDocsPage(await params);
}
