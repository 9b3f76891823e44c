import Image from "next/image";

export function Head() {
  return (
    <Image
      src="{base}/head?username=Lantern_Lou&size=128"
      alt="Lantern_Lou"
      width={64}
      height={64}
      unoptimized
      style={{ imageRendering: "pixelated" }}
    />
  );
}
