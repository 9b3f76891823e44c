"use client";

import { useTranslations } from "next-intl";
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type RefObject,
} from "react";
import type { ProfileBody } from "@/lib/contract/profile.ts";
import { figureOf, imageOf, playersOf, type EditionPlayer } from "@/lib/site/people.ts";
import { NamePlate, PlayerName, UnknownHead } from "../elements.tsx";
import { PixelImage } from "../images.tsx";
import { Choice } from "./controls.tsx";
import { Icon } from "../icon.tsx";
import type { Look, Motion, Side, Viewer } from "./open-viewer.ts";
import type { ToolChoices } from "./stage-tools.tsx";

const StageTools = lazy(() => import("./stage-tools.tsx"));
const sides = ["iso", "front", "back"] as const;
/** Twelve pixels for each texel of a flat view, six on a phone: whole, so that all are equally large. */
const FIGURE_HEIGHT = 384;

/**
 * The player under the name plate: a drawing of each edition from each side, of which the stylesheet shows the
 * chosen one, and the 3D viewer in their place as soon as the visitor wants to turn the player. Dragging turns it,
 * and so do the arrow keys.
 */
export function SkinStage({ profile }: { profile: ProfileBody }) {
  const t = useTranslations("SkinStage");
  const marks = useTranslations("EditionMarks");
  const textures = useTranslations("Textures");
  const players = playersOf(profile);
  const stage = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<"drawn" | "wanted" | "failed">("drawn");
  const [shown, setShown] = useState<string>();
  const [side, setSide] = useState<Side>("iso");
  const player = players.find(({ edition }) => edition === shown) ?? players[0];
  const tools = useTools();
  const { viewer, ready } = useViewer({
    canvas,
    look: player && lookOf(player),
    wanted: state === "wanted",
    onFailure: () => setState("failed"),
  });
  const { motion, paused, overlay } = tools;

  useEffect(() => viewer?.face(side), [viewer, side]);
  useEffect(() => viewer?.move(motion), [viewer, motion]);
  useEffect(() => viewer?.pause(paused), [viewer, paused]);
  useEffect(() => viewer?.showOverlay(overlay), [viewer, overlay]);
  useEffect(() => {
    // The button that had the focus was removed.
    if (ready && document.activeElement === document.body) canvas.current?.focus();
  }, [canvas, ready]);

  const want = () => {
    // They may have been chosen before hydration.
    const chosen = (name: string) =>
      stage.current?.querySelector<HTMLInputElement>(`[name=${name}]:checked`)?.value;
    setShown(chosen("shown"));
    setSide((chosen("side") ?? "iso") as Side);
    setState("wanted");
  };
  const turnByKey = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    viewer?.turn(direction);
  };

  if (player === undefined) return null;
  return (
    <section ref={stage} aria-labelledby="stage" className="skin-stage stage cut">
      <h2 id="stage" className="sr-only">
        {t("title")}
      </h2>
      <div className="skin-light">
        {players.map(({ edition, name }) => (
          <p key={edition} aria-hidden data-of={edition} className="skin-plate">
            <NamePlate>
              <PlayerName name={name} />
            </NamePlate>
          </p>
        ))}
        <div className="skin-figures">
          {!ready &&
            players.map((one, index) => (
              <Figures key={one.edition} player={one} isFirst={index === 0} />
            ))}
          <canvas
            ref={canvas}
            role="img"
            tabIndex={ready ? 0 : -1}
            aria-label={t("canvas", { name: player.name })}
            aria-describedby="stage-help"
            onKeyDown={turnByKey}
            className={ready ? "" : "invisible"}
          />
        </div>
      </div>
      <div className="skin-controls">
        {players.length > 1 && (
          <Choice
            legend={t("edition")}
            name="shown"
            options={players.map(({ edition }) => ({ value: edition, label: marks(edition) }))}
            onChoose={setShown}
          />
        )}
        <Choice
          legend={t("view")}
          name="side"
          options={sides.map((value) => ({ value, label: t(value) }))}
          onChoose={setSide}
        />
        {ready ? (
          <Suspense>
            <StageTools tools={tools} viewer={viewer} name={player.name} />
          </Suspense>
        ) : (
          <div className="skin-actions">
            <button
              type="button"
              aria-label={t("turnNamed", { name: player.name })}
              aria-disabled={state === "failed"}
              onClick={want}
              className="button noscript:hidden"
            >
              <Icon
                shape="rotate-3d"
                size={18}
                className={state === "wanted" ? "motion-safe:animate-spin" : ""}
              />
              {t("turn")}
            </button>
            {players.map(({ edition, name, profile: one }) => {
              const skin = imageOf("skin", one);
              return (
                skin !== null && (
                  <a
                    key={edition}
                    data-of={edition}
                    href={skin}
                    download={`${name}-${edition}-skin.png`}
                    aria-label={textures("downloadSkin", { name })}
                    className="button"
                  >
                    <Icon shape="download" size={18} />
                    {textures("skin")}
                  </a>
                )
              );
            })}
          </div>
        )}
        <p role="status" className={state === "failed" ? "skin-failure" : "sr-only"}>
          {state === "wanted" && !ready && t("loading")}
          {state === "failed" && t("unavailable")}
        </p>
        <p id="stage-help" className="sr-only">
          {t("help")}
        </p>
      </div>
    </section>
  );
}

/** A player's drawings. All but the first are loaded when they are shown. */
function Figures({ player, isFirst }: { player: EditionPlayer; isFirst: boolean }) {
  const t = useTranslations("SkinStage");
  const textures = useTranslations("Textures");
  const { edition, name, profile } = player;
  return sides.map((side) => {
    const url = figureOf(profile, side, FIGURE_HEIGHT);
    return (
      <div key={side} data-of={edition} data-side={side} className="skin-figure">
        <PixelImage
          url={url}
          alt={t("figure", { name, view: t(side) })}
          width={FIGURE_HEIGHT / 2}
          height={FIGURE_HEIGHT}
          isLazy={!isFirst || side !== "iso"}
          isSmooth={side === "iso"}
          className=""
          fallback={
            url === null ? (
              <>
                <UnknownHead size={96} />
                {textures("noSkin")}
              </>
            ) : (
              textures("failed")
            )
          }
        />
      </div>
    );
  });
}

/** What the visitor has chosen about the 3D view. */
function useTools(): ToolChoices {
  const [motion, setMotion] = useState<Motion>("idle");
  const [overlay, setOverlay] = useState(true);
  const [chosenPause, setPaused] = useState<boolean>();
  const prefersReducedMotion = useSyncExternalStore(
    watchReducedMotion,
    () => matchMedia(REDUCED_MOTION).matches,
    () => false,
  );
  const paused = chosenPause ?? prefersReducedMotion;
  return { motion, setMotion, overlay, setOverlay, paused, setPaused };
}

/** The player then starts paused. */
const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

function watchReducedMotion(change: () => void): () => void {
  const query = matchMedia(REDUCED_MOTION);
  query.addEventListener("change", change);
  return () => query.removeEventListener("change", change);
}

function lookOf({ profile }: EditionPlayer): Look | null {
  const skin = imageOf("skin", profile);
  if (skin === null) return null;
  return { skin, cape: imageOf("cape", profile), model: profile.model ?? "classic" };
}

interface ViewerOptions {
  canvas: RefObject<HTMLCanvasElement | null>;
  /** Nothing without a skin, which counts as a failure. */
  look: Look | null | undefined;
  /** While false, nothing is loaded. */
  wanted: boolean;
  /** Called when there is no WebGL, or the viewer or the skin could not be loaded. */
  onFailure: () => void;
}

/** Opens the viewer once it is wanted, keeps its textures current, and closes it. */
function useViewer({ canvas, look, wanted, onFailure }: ViewerOptions) {
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const fail = useEffectEvent(onFailure);

  useEffect(() => {
    const element = canvas.current;
    if (!wanted || element === null) return;
    if (!hasWebGl()) return fail();
    let opened: Viewer | undefined;
    let gone = false;
    const open = async () => {
      const { openViewer } = await import("./open-viewer.ts");
      if (gone) return;
      opened = openViewer(element);
      setViewer(opened);
    };
    open().catch(() => fail());
    return () => {
      gone = true;
      opened?.close();
      setViewer(null);
    };
  }, [canvas, wanted]);

  const { skin, cape = null, model = "classic" } = look ?? {};
  useEffect(() => {
    if (viewer === null) return;
    if (skin === undefined) return fail();
    let gone = false;
    viewer.load({ skin, cape, model }).then(
      () => !gone && setLoaded(true),
      () => !gone && fail(),
    );
    return () => {
      gone = true;
    };
  }, [viewer, skin, cape, model]);

  return { viewer, ready: viewer !== null && isLoaded };
}

/** Checked before the viewer is loaded, which takes 130 kB and logs an error without WebGL. */
function hasWebGl(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}
