/*
 * Node reserves 10 GB of address space for each memory of WebAssembly, without using it; undici, which sends requests,
 * needs one. A limit (ulimit -v, usual on shared hosts) forbids that.
 */

/** With it, Node reserves only what is used. */
export const FRUGAL = "--disable-wasm-trap-handler";

/** Whether this process can run WebAssembly. */
export function hasAddressSpace(): boolean {
  try {
    return new WebAssembly.Memory({ initial: 1 }).buffer.byteLength > 0;
  } catch {
    return false;
  }
}
