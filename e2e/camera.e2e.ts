import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "playwright/test";
import { poses } from "../lib/contract/views.ts";
import { drawShot, eyeAt, frameOf, type Shot } from "../lib/textures/camera.ts";
import type { Pixels } from "../lib/textures/codec.ts";
import { gameSkin, type GameTexture } from "../lib/textures/game-texture.ts";
import { boldSkin } from "../lib/textures/images.fixture.ts";
import { MIDDLE, type Look } from "../lib/textures/model.ts";
import { JOINTS, POSES, type Pose } from "../lib/textures/poses.ts";
import { dot, type Eye } from "../lib/textures/space.ts";
import { root } from "../scripts/prepare.mjs";

/*
 * Compares drawings of the service with those of skinview3d of the same player with the same camera, joints and no
 * light.
 */

const HEIGHT = 256;
const ORIGIN = "http://models.test";
const CAMERAS = [-150, -100, -45, 0, 30, 80, 135, 180].flatMap((yaw, index) =>
  [-60, 10, 35].map((pitch) => ({
    yaw,
    pitch: index % 2 === 0 ? pitch : pitch + 15,
    projection: index % 4 < 2 ? ("orthographic" as const) : ("perspective" as const),
  })),
);

/** A skin of soft colours, whose second layer has holes. */
function softSkin(): Pixels {
  const data = new Uint8Array(64 * 64 * 4);
  for (let y = 0; y < 64; y++) {
    for (let x = 0; x < 64; x++) {
      const isHole = ((x >> 1) + (y >> 1)) % 3 === 0;
      const stripe = ((x >> 2) + (y >> 2)) % 2 === 0 ? 60 : 140;
      data.set([x * 4, y * 4, stripe, isHole ? 0 : 255], (y * 64 + x) * 4);
    }
  }
  return { width: 64, height: 64, data };
}

/** The values that the page needs. */
interface Scene {
  skin: string;
  look: Pick<Look, "slim" | "overlay">;
  /** The joint of the nearest part comes first. */
  joints: { name: string; at: number[]; turn: number[] }[];
  whole: number[];
  middle: number[];
  eye: Eye;
  frame: { x: number; y: number; width: number; height: number };
  width: number;
  height: number;
}

/** Runs in the page: skinview3d's model with materials that know no light. */
const script = `
import * as THREE from "three";
import { SkinObject } from "/skinview3d/libs/model.js";
const radians = (degrees) => degrees.map((one) => (one * Math.PI) / 180);
let renderer;
window.render = ({ skin, look, joints, whole, middle, eye, frame, width, height }) => {
  renderer ??= new THREE.WebGLRenderer({ antialias: true, alpha: true, premultipliedAlpha: false });
  renderer.setPixelRatio(1);
  renderer.setSize(width, height, false);
  renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
  renderer.setClearColor(0, 0);
  const texels = Uint8Array.from(atob(skin), (letter) => letter.charCodeAt(0));
  const flipped = new Uint8Array(texels.length);
  for (let y = 0; y < 64; y++) flipped.set(texels.subarray(y * 256, (y + 1) * 256), (63 - y) * 256);
  const map = new THREE.DataTexture(flipped, 64, 64);
  map.needsUpdate = true;
  const player = new SkinObject();
  player.modelType = look.slim ? "slim" : "default";
  player.map = map;
  player.setOuterLayerVisible(look.overlay);
  player.traverse((mesh) => {
    if (!mesh.isMesh) return;
    const { side, transparent, alphaTest, polygonOffset, polygonOffsetFactor, polygonOffsetUnits } = mesh.material;
    const same = { side, transparent, alphaTest, polygonOffset, polygonOffsetFactor, polygonOffsetUnits };
    mesh.material = new THREE.MeshBasicMaterial({ map, ...same });
  });
  for (const { name, at, turn } of joints) {
    player[name].position.set(...at);
    player[name].rotation.set(...radians(turn));
  }
  // The sides of legs lie in one plane, where the nearer leg is seen; WebGL leaves that to rounding.
  const { name: farther } = joints.findLast(({ name }) => name.endsWith("Leg"));
  player[farther].traverse(({ material }) => {
    if (material) material.polygonOffsetUnits += 3000;
  });
  const inMiddle = new THREE.Group();
  inMiddle.add(player);
  inMiddle.position.set(...middle.map((one) => -one));
  const scene = new THREE.Scene();
  const turned = new THREE.Group();
  turned.add(inMiddle);
  turned.rotation.set(...radians(whole));
  scene.add(turned);
  const distance = eye.distance ?? 200;
  const edges = [frame.x, frame.x + frame.width, -frame.y, -frame.y - frame.height];
  const camera = new THREE.OrthographicCamera(...edges, distance / 2, distance * 2);
  if (eye.distance !== undefined) {
    camera.projectionMatrix.makePerspective(...edges.map((one) => one / 2), distance / 2, distance * 2);
  }
  camera.position.set(...eye.towards.map((one) => one * distance));
  camera.up.set(...eye.up);
  camera.lookAt(0, 0, 0);
  renderer.render(scene, camera);
  const gl = renderer.getContext();
  const pixels = new Uint8Array(width * height * 4);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let text = "";
  for (let at = 0; at < pixels.length; at += 8192) text += String.fromCharCode(...pixels.subarray(at, at + 8192));
  return btoa(text);
};
`;
const html = `<!doctype html><script type="importmap">{"imports":{"three":"/three/build/three.module.js"}}</script><script type="module">${script}</script>`;

/** Colours that differ by more than this are far apart. */
const FAR = 100;
/** A place and those beside it. */
const AROUND = [0, -1, 1].flatMap((right) => [0, -1, 1].map((up) => [right, up] as const));

/**
 * The part of both silhouettes that is in both, how far the colours inside are apart, of 255, and the part of it whose
 * colour is far from all that are there or beside it.
 */
function compare({ width, height, data }: Pixels, fromBelow: Uint8Array) {
  let [inBoth, inEither, apart, strange] = [0, 0, 0, 0];
  /** The greatest difference to a place of theirs. */
  const distance = (at: number, other: number) =>
    Math.max(
      ...[0, 1, 2].map((channel) =>
        Math.abs((data[at + channel] ?? 0) - (fromBelow[other + channel] ?? 0)),
      ),
    );
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const other = ((height - 1 - y) * width + x) * 4;
      const [isOurs, isTheirs] = [(data[at + 3] ?? 0) > 127, (fromBelow[other + 3] ?? 0) > 127];
      if (isOurs || isTheirs) inEither += 1;
      if (!isOurs || !isTheirs) continue;
      inBoth += 1;
      if (AROUND.every(([right, up]) => distance(at, other + (up * width + right) * 4) > FAR))
        strange += 1;
      for (let channel = 0; channel < 3; channel++) {
        apart += Math.abs((data[at + channel] ?? 0) - (fromBelow[other + channel] ?? 0)) / 3;
      }
    }
  }
  return { overlap: inBoth / inEither, colour: apart / inBoth, strange: strange / inBoth };
}

for (const [index, pose] of poses.entries()) {
  test(`a player is ${pose} as in skinview3d, from every side`, async ({ page }) => {
    await page.route(`${ORIGIN}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === "/") return route.fulfill({ contentType: "text/html", body: html });
      const body = readFileSync(path.join(root, "node_modules", pathname));
      return route.fulfill({ contentType: "text/javascript", body });
    });
    await page.goto(ORIGIN);
    await page.waitForFunction(() => "render" in window);
    const [soft, bold] = [gameSkin(softSkin()), gameSkin(boldSkin())];
    const compared = async (shot: Shot, skin: GameTexture, { slim, overlay }: Scene["look"]) => {
      const look: Look = { slim, overlay, ears: false, upsideDown: false };
      const drawn = drawShot(shot, look, { skin }, HEIGHT, { isLit: false });
      const eye = eyeAt(shot, "body");
      const joints: Pose = POSES[pose];
      const nearest = Object.entries(JOINTS).toSorted(
        ([, one], [, other]) => dot(eye.towards, other) - dot(eye.towards, one),
      );
      const text = await page.evaluate(
        (scene) => (window as unknown as { render(scene: Scene): string }).render(scene),
        {
          skin: Buffer.from(skin.data).toString("base64"),
          look: { slim, overlay },
          joints: nearest.map(([name, rest]) => {
            const { at = rest, turn = [0, 0, 0] } = joints[name as keyof typeof JOINTS] ?? {};
            return { name, at: [...at], turn: [...turn] };
          }),
          whole: [...(joints.whole ?? [0, 0, 0])],
          middle: [...MIDDLE.body],
          eye,
          frame: frameOf(shot, look),
          width: drawn.width,
          height: drawn.height,
        } satisfies Scene,
      );
      return compare(drawn, Buffer.from(text, "base64"));
    };
    for (const [number, camera] of CAMERAS.entries()) {
      // Each pose has one camera of each direction, and three poses have all of them.
      if ((Math.floor(number / 3) + number) % 3 !== index % 3) continue;
      const slim = (index + number) % 2 === 0;
      const shot: Shot = { ...camera, pose, section: "body" };
      const of = JSON.stringify({ ...camera, slim });
      const { overlap, colour } = await compared(shot, soft, { slim, overlay: number % 3 !== 0 });
      expect(overlap, `silhouettes, ${of}`).toBeGreaterThan(0.98);
      expect(colour, `colours, ${of}`).toBeLessThan(4);
      const { strange } = await compared(shot, bold, { slim, overlay: true });
      expect(strange, `what is in front, ${of}`).toBeLessThan(0.01);
    }
  });
}
