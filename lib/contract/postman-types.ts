/*
 * The part of the Postman collection format 2.1 that the service's collection uses.
 */

export interface PostmanCollection {
  info: { name: string; description: string; version: string; schema: string };
  /** `baseUrl`: which instance is asked. */
  variable: { key: string; type: "string"; value: string }[];
  item: Folder[];
}

export interface Folder {
  name: string;
  description: string;
  item: Item[];
}

export interface Item {
  name: string;
  request: Request;
  response: SavedAnswer[];
}

export interface Pair {
  key: string;
  value: string;
}

export interface Request {
  method: "GET";
  header: Pair[];
  description: string;
  url: Address<Pair & { description: string; disabled: boolean }>;
}

export interface Address<Parameter> {
  raw: string;
  host: string[];
  path: string[];
  query: Parameter[];
}

/** What Postman calls an example. */
export interface SavedAnswer {
  name: string;
  /** The request as it was sent: without what is turned off or explained. */
  originalRequest: { method: "GET"; header: Pair[]; url: Address<Pair> };
  code: number;
  /** The reason phrase. */
  status: string;
  header: Pair[];
  _postman_previewlanguage?: string;
  body?: string;
}
