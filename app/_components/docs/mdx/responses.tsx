import { useTranslations } from "next-intl";
import { useDocsTexts } from "@/app/_server/docs-texts.ts";
import {
  exampleResponse,
  exampleResponses,
  type EndpointId,
  type ExampleResponse,
} from "@/site/docs/contract.ts";
import { fallbackFile, pictureOf, tileFile, type Picture } from "@/site/docs/gallery.ts";
import { errorAnchor } from "@/site/docs/pages.ts";
import { CopyButton } from "../../copy-button.tsx";
import { CodeBox, Highlighted } from "./code.tsx";
import { DocsImage } from "./endpoint.tsx";
import { Link, Prose } from "./prose.tsx";

/**
 * An example of every response of an endpoint, with its image, and links to the page of errors. JSON is what most
 * readers look for: the first one is open.
 */
export function Responses({ endpoint }: { endpoint: EndpointId }) {
  const t = useTranslations("Docs");
  const responses = exampleResponses(endpoint, useDocsTexts().descriptions);
  const shownHere = responses.filter(({ shownOn }) => shownOn === undefined);
  const elsewhere = responses.filter(({ shownOn }) => shownOn !== undefined);
  return (
    <ul aria-label={t("answers")} className="docs-responses">
      {shownHere.map((response, at) => {
        const { status, name, title, body } = response;
        const picture = pictureOfResponse(endpoint, response);
        return (
          <li key={at}>
            <details {...(at === 0 && body !== undefined && { open: true })}>
              <summary className="disclosure">
                <span className="docs-shown">{picture && <DocsImage {...picture} alt="" />}</span>
                <Status status={status} />
                <span>
                  {name !== undefined && (
                    <code translate="no" dir="ltr">
                      {name}
                    </code>
                  )}{" "}
                  <Prose text={title} />
                </span>
              </summary>
              <Response of={response} />
            </details>
          </li>
        );
      })}
      {elsewhere.length > 0 && (
        <li className="docs-others">
          {elsewhere.map(({ status, name = "", shownOn }) => (
            <Link
              key={name}
              href={`/docs/${shownOn === "head" ? "head#answers" : `errors#${errorAnchor(name)}`}`}
            >
              <Status status={status} />{" "}
              <code translate="no" dir="ltr">
                {name}
              </code>
            </Link>
          ))}
        </li>
      )}
    </ul>
  );
}

/** One captured response. */
export function Example({ endpoint, name }: { endpoint: string; name: string }) {
  return <Response of={exampleResponse(endpoint, name)} />;
}

/** The request, the headers of the response, and its body. */
function Response({ of: { status, name = "", head, body } }: { of: ExampleResponse }) {
  const label = `${status} ${name}`.trim();
  const [request = "", , ...lines] = head.split("\n");
  const [method = "", url = ""] = request.split(" ");
  return (
    <>
      <div data-copyable="" className="code-box cut docs-example">
        <header>
          <span dir="ltr">
            {method} <code translate="no">{url}</code>
          </span>
          <CopyButton label={url} />
        </header>
        <Highlighted language="http" label={label} code={lines.join("\n")} />
      </div>
      {body !== undefined && (
        <div className="docs-example">
          <CodeBox name="JSON">
            <Highlighted
              language="json"
              label={`${label} JSON`}
              code={JSON.stringify(body, null, 2)}
            />
          </CodeBox>
        </div>
      )}
    </>
  );
}

/** The image that a response has as its body. */
function pictureOfResponse(endpoint: EndpointId, { head }: ExampleResponse): Picture | undefined {
  switch (/^X-Texture-Source: (\w+)/m.exec(head)?.[1]) {
    case "player":
      return pictureOf(tileFile({ endpoint, query: "" }));
    case "default":
      return pictureOf(fallbackFile(endpoint, "default"));
    case "placeholder":
      return pictureOf(fallbackFile(endpoint, "placeholder"));
    default:
      return undefined;
  }
}

function Status({ status }: { status: number }) {
  const colour = status < 400 ? "good" : status < 500 ? "caution" : "bad";
  return <b className={`status-code ${colour}`}>{status}</b>;
}
