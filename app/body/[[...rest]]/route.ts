// Handled by `lib/http/pictures.ts`.
export * from "@/app/_server/api-handler.ts";
