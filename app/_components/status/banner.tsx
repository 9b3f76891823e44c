import { Icon } from "../icon.tsx";
import { CHECK, WARNING } from "../icon-paths.ts";

interface BannerProps {
  works: boolean;
  title: string;
  text: string;
  /** When that was known, as a sentence. */
  asOf: string;
  /** How it stays up to date, as a sentence for those who have scripts. */
  updates: string;
}

/** The first sentence of the page, what it means, and of when it is. */
export function Banner({ works, title, text, asOf, updates }: BannerProps) {
  const colours = works ? "bg-works text-works-ink" : "bg-fails text-fails-ink";
  return (
    <div className="flex flex-wrap items-start gap-3.5 sm:gap-5">
      <span className={`cut grid size-11 shrink-0 place-items-center sm:size-14 ${colours}`}>
        <Icon path={works ? CHECK : WARNING} size={30} />
      </span>
      <div className="min-w-0 grow basis-48">
        <h1 className="text-[clamp(1.75rem,1.3rem+1.6vw,2.5rem)] leading-tight font-bold tracking-tight">
          {title}
        </h1>
        <p className="max-w-184 pt-1.5 text-pretty text-stage-muted">{text}</p>
        <p className="pt-1.5 text-sm text-stage-muted tabular-nums">
          {asOf} <span className="noscript:hidden print:hidden">{updates}</span>
        </p>
      </div>
    </div>
  );
}
