"use client";

import { useEffect } from "react";
import { HYDRATED } from "./early-presses.ts";

/** Says that what stands before it reacts: effects run in the order of the page. */
export function Hydrated() {
  useEffect(() => void window.dispatchEvent(new Event(HYDRATED)), []);
  return null;
}
