import { decodeImage } from "../textures/images.fixture.ts";
import { useWorld, type TestReply } from "../../testing/world.ts";

/** Requests for images by URLs of other services. */

export const UNKNOWN = "0123456789ab4def8123456789abcdef";

export function useCompatImages() {
  const world = useWorld();
  const request = (path: string) => world.request(`/compat/${path}`);
  /** Status, media type, and size in pixels. */
  const shapeOf = async (path: string) => {
    const { status, headers, bytes } = await request(path);
    const { width, height } = await decodeImage(bytes);
    return [status, headers["content-type"], width, height];
  };
  return { world, request, shapeOf };
}

export const textOf = ({ status, headers, bytes }: TestReply) => [
  status,
  headers["content-type"],
  bytes.toString(),
];
