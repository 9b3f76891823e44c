/** A request that needs a slot. */
export interface QueuedRequest {
  /** Called when a slot is free. The request keeps it until `leave`. */
  start(): void;
  /** Called instead when no slot was free in time, or when too many requests are waiting. */
  refuse(): void;
}

export type PageQueue = ReturnType<typeof createPageQueue>;

export interface PageQueueOptions {
  /** How many requests may be under way at once. */
  slots: number;
  /** How many more may wait. */
  places: number;
  /** How long a request may wait. */
  waitMs: number;
}

/** Bounds how many requests are under way at once, how many wait, and for how long; in order of arrival. */
export function createPageQueue({ slots, places, waitMs }: PageQueueOptions) {
  const underWay = new Set<QueuedRequest>();
  const waiting = new Map<QueuedRequest, NodeJS.Timeout>();
  let paused = true;

  const startNext = () => {
    for (const [request, timer] of waiting) {
      if (paused || underWay.size >= slots) return;
      clearTimeout(timer);
      waiting.delete(request);
      underWay.add(request);
      request.start();
    }
  };

  return {
    enter(request: QueuedRequest): void {
      if (waiting.size >= places) return request.refuse();
      const giveUp = () => {
        waiting.delete(request);
        request.refuse();
      };
      waiting.set(request, setTimeout(giveUp, waitMs));
      startNext();
    },

    /** Frees its slot or its place in the queue; calling it again does nothing. */
    leave(request: QueuedRequest): void {
      clearTimeout(waiting.get(request));
      waiting.delete(request);
      if (underWay.delete(request)) startNext();
    },

    /** Until this is called, and after `pause`, requests wait. */
    resume(): void {
      paused = false;
      startNext();
    },

    pause: () => void (paused = true),
  };
}
