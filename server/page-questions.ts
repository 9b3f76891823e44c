import type { MessagePort } from "node:worker_threads";
import type { PageQuestion, PageReply } from "../lib/http/page-host.ts";

interface Numbered<Content> {
  id: number;
  content: Content;
}

/** Answers what the pages' thread asks through this port. */
export function answerQuestions(
  port: MessagePort,
  answer: (question: PageQuestion) => Promise<PageReply>,
): void {
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
