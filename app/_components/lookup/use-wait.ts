import { useFormatter } from "next-intl";
import { coarseWait } from "./coarse-wait.ts";

/** A wait in words. */
export function useWait() {
  const format = useFormatter();
  return (seconds: number) => {
    const { value, unit } = coarseWait(seconds);
    return format.number(value, { style: "unit", unit, unitDisplay: "long" });
  };
}
