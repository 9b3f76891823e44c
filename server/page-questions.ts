import type { MessagePort } from "node:worker_threads";
import type { Api } from "../lib/http/api.ts";
import type { PageQuestion, PageReply } from "../lib/http/page-host.ts";
import { splitOnce } from "./refusals.ts";

interface Numbered<Content> {
  id: number;
  content: Content;
}

/** Answers what the pages' thread asks through this port, as if a client had asked. */
export function answerQuestions(port: MessagePort, api: Pick<Api, "handle">): void {
  const answer = async ({ target, client }: PageQuestion): Promise<PageReply> => {
    const [path, query] = splitOnce(target, "?");
    const { status, headers, body } = await api.handle({
      method: "GET",
      path,
      query,
      search: new URLSearchParams(query),
      ifNoneMatch: undefined,
      clientAddress: client,
    });
    return { status, headers, body: Buffer.from(body ?? "") };
  };
  port.on("message", ({ id, content }: Numbered<PageQuestion>) => {
    void answer(content).then((reply) => port.postMessage({ id, content: reply }));
  });
}

/** The other end: gives the function by which pages ask. */
export function createAsker(port: MessagePort): (question: PageQuestion) => Promise<PageReply> {
  const waiting = new Map<number, (reply: PageReply) => void>();
  let last = 0;
  port.on("message", ({ id, content }: Numbered<PageReply>) => {
    waiting.get(id)?.(content);
    waiting.delete(id);
  });
  return (content) =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      port.postMessage({ id: last, content });
    });
}
