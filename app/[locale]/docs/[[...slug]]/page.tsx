import { docsMetadata, renderDocsPage } from "@/app/_server/docs-page.tsx";

type Props = PageProps<"/[locale]/docs/[[...slug]]">;

export async function generateMetadata({ params }: Props) {
  return docsMetadata(await params);
}

export default async function Page({ params }: Props) {
  return renderDocsPage(await params);
}
