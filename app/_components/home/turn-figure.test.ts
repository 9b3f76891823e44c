import { expect, it } from "vitest";
import { frameOf } from "@/lib/textures/camera.ts";
import { PITCH } from "./figure-url.ts";
import { extentOf } from "./turn-figure.ts";

const look = {
  slim: false,
  overlay: true,
  cape: false,
  shadow: false,
  upsideDown: false,
  ears: false,
};

it("knows how high the figure is in the image of every angle", () => {
  for (let yaw = -165; yaw <= 180; yaw += 15) {
    const camera = { yaw, pitch: PITCH, projection: "orthographic" } as const;
    const frame = frameOf({ ...camera, section: "body", pose: "standing" }, look);
    const { top, height } = extentOf(yaw);
    expect(top, `${yaw}`).toBeCloseTo(-frame.y, 6);
    expect(height, `${yaw}`).toBeCloseTo(frame.height, 6);
  }
});
