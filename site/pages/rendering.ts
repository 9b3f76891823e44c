/*
 * The front server and the thread that renders pages are in one process, and send each other requests on local ports.
 * Any program of the machine can connect to these: without the header, which only this process knows, it gets nothing.
 */

/** Under this name, the thread has the port where the front server answers pages. */
export const API_PORT = "nametag api";

/** Names the render that a page is asked for, and that a request of a page is for. */
export const RENDER_HEADER = "x-nametag-render";

/** Both listen there. */
export const LOOPBACK = "127.0.0.1";
