"use client";

import { createContext, useContext, useState, type ComponentProps, type ReactNode } from "react";
import type { Edition, ProfileBody } from "@/lib/contract/profile.ts";
import { PixelImage } from "../pixel-image.tsx";

interface LostSkins {
  isLost: (edition: Edition) => boolean;
  /** Notes that an image of the skin has failed. */
  lose: (edition: Edition) => void;
  /** How often all images were requested again. */
  attempt: number;
}

const Context = createContext<LostSkins>({ isLost: () => false, lose: () => {}, attempt: 0 });

/** The skins that cannot be shown now: all parts of the page say so once an image of one of them fails. */
export const LostSkinsProvider = Context.Provider;
export const useLostSkins = () => useContext(Context);

/** The lost skins of a profile. `retry` forgets them, and has their images requested again. */
export function useSkinLosses(profile: ProfileBody): LostSkins & { retry: () => void } {
  const [{ failed, attempt }, set] = useState({ failed: [] as readonly Edition[], attempt: 0 });
  return {
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
