import { NotFound } from "@/app/_components/not-found.tsx";

/** For a page that calls `notFound()`; unknown addresses go to `global-not-found.tsx`. */
export default NotFound;
