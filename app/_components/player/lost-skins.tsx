"use client";

import { createContext, useContext, useState, type ComponentProps, type ReactNode } from "react";
import type { Edition, ProfileBody } from "@/lib/contract/profile.ts";
import { PixelImage } from "../pixel-image.tsx";

interface Losses {
  isLost: (edition: Edition) => boolean;
  /** Notes that an image of the skin has failed. */
  lose: (edition: Edition) => void;
  /** How often all images were requested again. */
  attempt: number;
  /** Forgets the losses, and has all images requested again. */
  retry: () => void;
}

const Context = createContext<Losses>({
  isLost: () => false,
  lose: () => {},
  attempt: 0,
  retry: () => {},
});

export const useLostSkins = () => useContext(Context);

interface LostSkinsProps {
  profile: ProfileBody;
  children: ReactNode;
}

/** Knows the skins that cannot be shown now: all that is in it says so once an image of one of them fails. */
export function LostSkins({ profile, children }: LostSkinsProps) {
  const [{ failed, attempt }, set] = useState({ failed: [] as readonly Edition[], attempt: 0 });
  const losses: Losses = {
    // Without a model, the service has no skin either.
    isLost: (edition) => failed.includes(edition) || profile[edition]?.model === null,
    lose: (edition) => {
      // Without a connection, nothing is known about the skin.
      if (!navigator.onLine) return;
      set((now) =>
        now.failed.includes(edition) ? now : { ...now, failed: [...now.failed, edition] },
      );
    },
    attempt,
    retry: () => set((now) => ({ failed: [], attempt: now.attempt + 1 })),
  };
  return <Context value={losses}>{children}</Context>;
}

/** An image of an edition's skin. */
export function SkinImage(props: ComponentProps<typeof PixelImage> & { edition: Edition }) {
  const { edition, url, ...image } = props;
  const { isLost, lose, attempt } = useLostSkins();
  return (
    <PixelImage
      key={attempt}
      {...image}
      url={isLost(edition) ? null : url}
      onFailure={() => lose(edition)}
    />
  );
}

interface IfLostProps {
  edition: Edition;
  /** In place of the children while the skin is lost. */
  lost: ReactNode;
  children: ReactNode;
}

/** Chooses between two elements that the server has rendered. */
export function IfLost({ edition, lost, children }: IfLostProps) {
  return useLostSkins().isLost(edition) ? lost : children;
}
