import { useDocsTexts } from "@/app/_server/docs-texts.ts";
import {
  endpointOf,
  examplePlayer,
  formsLabel,
  formsOf,
  parametersOf,
  type EndpointId,
} from "@/site/docs/contract.ts";
import {
  imageUrl,
  pictureOf,
  tileFile,
  tilesOf,
  tileUrl,
  type GalleryName,
  type Picture as PictureFile,
} from "@/site/docs/gallery.ts";
import { Breakable } from "../../breakable.tsx";
import { CopyButton } from "../../copy-button.tsx";
import { FillingLink } from "../try-it/filling-link.tsx";
import { Prose } from "./prose.tsx";

/**
 * The shortest URL of an endpoint, its forms, and what it returns.
 * @param explained The page has explained URLs with a player in their path.
 */
export function Endpoint({ id, explained = false }: { id: EndpointId; explained?: boolean }) {
  const { base, descriptions, labels } = useDocsTexts();
  const endpoint = endpointOf(id);
  const [first = "", ...others] = formsOf(endpoint);
  const shown =
    others.length > 0
      ? first.replace("{player}", examplePlayer.javaName).replace("/{size}", "")
      : endpoint.path + exampleQuery(endpoint);
  const picture = pictureOf(tileFile({ endpoint: id, query: "" }));
  return (
    <>
      <div className="docs-first stage cut">
        <div>
          <p data-copyable="" className="docs-url">
            <code translate="no" dir="ltr">
              <Breakable text={base} />
              <wbr />
              <b>
                <Breakable text={shown} />
              </b>
            </code>
            <CopyButton label="URL" />
          </p>
          <p>
            {[first, ...others].map((form) => (
              <code translate="no" key={form} dir="ltr">{`GET ${form}`}</code>
            ))}
          </p>
        </div>
        {picture && (
          <figure>
            <DocsImage {...picture} alt={descriptions.endpoints[id]} />
            <figcaption dir="ltr">PNG</figcaption>
          </figure>
        )}
      </div>
      {others.length > 0 && !explained && (
        <p>
          <Prose text={labels[formsLabel(endpoint)]} />
        </p>
      )}
    </>
  );
}

/** The query of the shortest URL: what is required, as it is in the example. */
function exampleQuery(endpoint: ReturnType<typeof endpointOf>): string {
  if ("username" in (endpoint.query?.shape ?? {})) return `?username=${examplePlayer.javaName}`;
  if (endpoint.path.includes("?")) return "";
  const query = parametersOf(endpoint)
    .filter(({ isRequired }) => isRequired)
    .map(({ name, example = "" }) => `${name}=${example}`);
  return query.length === 0 ? "" : `?${query.join("&")}`;
}

/** An image of `public/pictures`, at its own size. */
export function DocsImage({ file, width, height, alt }: PictureFile & { alt: string }) {
  return <img src={imageUrl(file)} alt={alt} width={width} height={height} decoding="async" />;
}

/** An image of its own between paragraphs. */
export function Picture({ file, alt }: { file: string; alt: string }) {
  const { width, height } = drawn(file);
  return (
    <p>
      <img src={imageUrl(file)} alt={alt} width={width} height={height} loading="lazy" />
    </p>
  );
}

/** The images of endpoints: all, or the first few. Each is a link to itself, and fills the form beside the text. */
export function Gallery({ of, first }: { of: GalleryName; first?: string }) {
  const tiles = tilesOf(of, first);
  const paths = new Set(tiles.map(({ endpoint }) => endpointOf(endpoint).path));
  return (
    <ul className="docs-gallery">
      {tiles.map((tile) => {
        const { path } = endpointOf(tile.endpoint);
        const name = paths.size > 1 || tile.query === "" ? `${path} ${tile.query}` : tile.query;
        return (
          <li key={tileFile(tile)}>
            <FillingLink href={tileUrl(tile, examplePlayer.javaName)} endpoint={path}>
              <DocsImage {...drawn(tileFile(tile))} alt="" />
              <code translate="no" dir="ltr">
                {name
                  .trim()
                  .split(/[ &]/)
                  .map((part) => [<span key={part}>{part}</span>, " "])}
              </code>
            </FillingLink>
          </li>
        );
      })}
    </ul>
  );
}

function drawn(file: string): PictureFile {
  const picture = pictureOf(file);
  if (picture === undefined)
    throw new TypeError(`${file} has not been drawn: npm run sheet -- --docs`);
  return picture;
}
