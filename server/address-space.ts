import { setFlagsFromString } from "node:v8";

/*
 * Node reserves address space without using it: 10 GB for each memory of WebAssembly, one of which undici needs to send
 * requests, and half a GB for the code of each thread. A limit (ulimit -v, usual on shared hosts) forbids that, and a
 * thread that gets too little ends the process.
 */

/** With it, Node reserves no more for a memory than that may grow to. */
export const FRUGAL = "--disable-wasm-trap-handler";

/** For the code of a thread, in MB: pages need a fraction. */
export const CODE_MB = 64;

/** Has each memory of WebAssembly grow to 64 MB at most, of which undici needs less than one. */
export function limitWebAssembly(): void {
  setFlagsFromString("--wasm-max-mem-pages=1024");
}

/** True if this process can run WebAssembly. */
export function hasAddressSpace(): boolean {
  try {
    return new WebAssembly.Memory({ initial: 1, maximum: 1 }).buffer.byteLength > 0;
  } catch {
    return false;
  }
}
