import { connection } from "next/server";

export default async function DocsPage(props: PageProps<"/[locale]/docs-live/[[...slug]]">) {
  await connection();
  const { slug } = await props.params;
  return <main id="content">live stub {slug?.join("/")}</main>;
}
