import { handlers } from "@/app/_server/api-handler.ts";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = handlers.compat;
