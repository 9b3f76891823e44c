// Handled by `lib/http/images.ts`.
export * from "@/app/_server/api-handler.ts";
