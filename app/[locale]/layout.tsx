import type { Viewport } from "next";
import { Document } from "@/app/_components/document.tsx";
import "../globals.css";

// Pages contain this instance's URL, which is known at run time. The front server caches them.
export const dynamic = "force-dynamic";

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#1f1c2b" },
    { media: "(prefers-color-scheme: dark)", color: "#1d1b28" },
    // A browser takes the first that fits. Discord takes the last for the edge of link previews: the accent.
    { color: "#f5b53c" },
  ],
};

export default function LocaleLayout({ children }: LayoutProps<"/[locale]">) {
  return <Document>{children}</Document>;
}
