import type { Metadata } from "next";
import Link from "next/link";
import { cookies, headers } from "next/headers";
import { Suspense } from "react";
import { nextNumber, untilReleased } from "../../hello-there/release.ts";
import { Refresh } from "./refresh.tsx";

export const metadata: Metadata = { title: "About us" };

interface Props {
  searchParams: Promise<Record<"q" | "wait" | "fail", string | undefined>>;
}

export default async function AboutUs({ searchParams }: Props) {
  const { q = "none", wait, fail } = await searchParams;
  if (fail !== undefined) throw new Error("This page fails when it is asked to.");
  const flavour = (await cookies()).get("flavour")?.value ?? "none";
  const agent = (await headers()).get("x-agent") ?? "none";
  const isLate = wait !== undefined;
  return (
    <main id="content">
      <h1>About us</h1>
      <p>{`flavour=${flavour} q=${q} agent=${agent}`}</p>
      <Link href="/en/status" prefetch={false}>
        To the status
      </Link>
      <Refresh />
      <p>{`render ${nextNumber()}`}</p>
      <form action={act}>
        <button type="submit">Act</button>
      </form>
      <Suspense fallback={<p>Still waiting</p>}>{isLate && <Late wait={wait} />}</Suspense>
    </main>
  );
}

async function Late({ wait }: { wait: string }) {
  await untilReleased(wait);
  return <p>Here at last</p>;
}

async function act() {
  "use server";
  console.log("A server action ran");
}
