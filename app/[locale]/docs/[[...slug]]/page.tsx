export const dynamicParams = false;

export function generateStaticParams() {
  return [{ slug: [] }, { slug: ["head"] }];
}

export default async function DocsPage(props: PageProps<"/[locale]/docs/[[...slug]]">) {
  const { slug } = await props.params;
  return <main id="content">stub {slug?.join("/")}</main>;
}
