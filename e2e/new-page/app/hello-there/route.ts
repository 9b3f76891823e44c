import { release } from "./release.ts";

let count = 0;

export function GET(request: Request) {
  const { searchParams } = new URL(request.url);
  release(searchParams.get("release") ?? "");
  count += 1;
  return Response.json({ count, q: searchParams.get("q") });
}

export function POST() {
  return Response.json({ posted: true });
}
