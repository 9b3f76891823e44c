import { connect } from "node:net";
import { readBeginning, statusOf } from "./answer.mjs";

/**
 * One kept-alive connection with one request at a time on it.
 *
 * Answers are hardly parsed: a piece that is as long as the whole last answer to the same request
 * is taken for the whole answer. Anything else has its head read.
 *
 * @param {object} options
 * @param {number} options.port
 * @param {Buffer} options.buffer  Where bytes arrive; all connections can share one.
 * @param {Int32Array} options.lengths  Lengths of answers by the place of their request.
 * @param {(status: number, bytes: Buffer | undefined) => void} options.onAnswer  `bytes` is the
 *   whole answer when it came in one piece, and only valid during the call.
 * @param {() => void} options.onBroken  The connection ended while an answer was awaited.
 */
export function openConnection({ port, buffer, lengths, onAnswer, onBroken }) {
  let place = -1;
  let waiting = false;
  let status = 0;
  /** Of the answer that is arriving. */
  let received = 0;
  let length = 0;
  /** What came of an answer before its length was known. */
  let begun = Buffer.alloc(0);

  /** @param {number} size */
  const take = (size) => {
    if (received === 0 && size === lengths[place]) return finish(statusOf(buffer), size);
    if (length === 0) {
      begun = Buffer.concat([begun, buffer.subarray(0, size)]);
      const beginning = readBeginning(begun);
      if (beginning === undefined) return undefined;
      ({ status, length } = beginning);
      received = begun.length;
      begun = Buffer.alloc(0);
      if (place >= 0) lengths[place] = length;
    } else {
      received += size;
    }
    if (received > length) throw new Error("More bytes came than an answer has");
    return received === length ? finish(status, size === length ? size : 0) : undefined;
  };

  /**
   * @param {number} answered
   * @param {number} size
   */
  const finish = (answered, size) => {
    waiting = false;
    received = 0;
    length = 0;
    onAnswer(answered, size === 0 ? undefined : buffer.subarray(0, size));
  };

  const socket = connect({
    port,
    host: "127.0.0.1",
    noDelay: true,
    onread: {
      buffer,
      callback(size) {
        take(size);
        return true;
      },
    },
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    if (waiting) onBroken();
  });

  return {
    opened: new Promise((resolve) => {
      socket.once("connect", resolve);
      socket.once("close", resolve);
    }),

    get isOpen() {
      return socket.writable;
    },

    /** @param {import("./plan.mjs").Step} step */
    send(step) {
      place = step.place;
      waiting = true;
      socket.write(step.text, "latin1");
    },

    close() {
      waiting = false;
      socket.destroy();
    },
  };
}
