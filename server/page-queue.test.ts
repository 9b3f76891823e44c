import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPageQueue, type PageQueue, type QueuedRequest } from "./page-queue.ts";

const WAIT_MS = 10_000;

let queue: PageQueue;
/** What happened to requests, in order. */
let events: string[];

beforeEach(() => {
  vi.useFakeTimers();
  events = [];
  queue = createPageQueue({ slots: 2, places: 3, waitMs: WAIT_MS });
});

afterEach(() => void vi.useRealTimers());

function enter(name: string): QueuedRequest {
  const request = {
    start: () => void events.push(`${name} starts`),
    refuse: () => void events.push(`${name} is refused`),
  };
  queue.enter(request);
  return request;
}

describe("the queue for pages", () => {
  it("starts as many as there are slots, and the next when one leaves", () => {
    queue.resume();
    const [a] = ["a", "b", "c", "d"].map(enter);
    expect(events).toEqual(["a starts", "b starts"]);
    if (a !== undefined) queue.leave(a);
    expect(events).toEqual(["a starts", "b starts", "c starts"]);
    if (a !== undefined) queue.leave(a);
    expect(events).toHaveLength(3);
    expect(queue.size()).toBe(3);
  });

  it("lets all wait until it is resumed, and again after a pause", () => {
    const a = enter("a");
    expect(events).toEqual([]);
    queue.resume();
    expect(events).toEqual(["a starts"]);
    queue.pause();
    queue.leave(a);
    enter("b");
    expect(events).toEqual(["a starts"]);
    queue.resume();
    expect(events).toEqual(["a starts", "b starts"]);
  });

  it("refuses who finds no place, and who waited too long", () => {
    ["a", "b", "c", "d"].map(enter);
    expect(events).toEqual(["d is refused"]);
    vi.advanceTimersByTime(WAIT_MS);
    expect(events.slice(1)).toEqual(["a is refused", "b is refused", "c is refused"]);
    expect(queue.size()).toBe(0);
    queue.resume();
    expect(events).toHaveLength(4);
  });

  it("drops who leaves while waiting, and gives the place to another", () => {
    const [a] = ["a", "b", "c"].map(enter);
    if (a !== undefined) queue.leave(a);
    enter("d");
    queue.resume();
    vi.advanceTimersByTime(WAIT_MS);
    expect(events).toEqual(["b starts", "c starts", "d is refused"]);
  });
});
