"use client";

import { useState, type ComponentProps } from "react";
import { Link } from "@/lib/i18n/navigation.ts";

/** A link that fetches its page once somebody points at it: most visitors follow none of these. */
export function PointedLink(props: Omit<ComponentProps<typeof Link>, "prefetch">) {
  const [pointedAt, setPointedAt] = useState(false);
  const point = () => setPointedAt(true);
  return (
    <Link {...props} prefetch={pointedAt ? null : false} onPointerEnter={point} onFocus={point} />
  );
}
