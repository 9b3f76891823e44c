export * from "@/app/_server/api-handler.ts";
