// Handled by `lib/http/compat.ts`.
export * from "@/app/_server/api-handler.ts";
