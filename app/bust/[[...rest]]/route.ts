// Handled by `lib/http/images.ts`.
export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
} from "@/app/_server/api-handler.ts";
