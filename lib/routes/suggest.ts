import { examplePlayer } from "../contract/examples.ts";
import { ApiError } from "../contract/errors.ts";
import { trimmed } from "../contract/identifiers.ts";
import { suggestQuery } from "../contract/queries.ts";
import { suggestionsBody, type SuggestionsBody } from "../contract/status.ts";
import { entityTag, jsonReply } from "../http/reply.ts";
import { commonErrors, defineRoute } from "./route.ts";

/** `GET /api/suggest?q=lan`: known players whose name begins like this. No provider is asked. */
export const suggest = defineRoute({
  id: "getSuggestions",
  query: suggestQuery,
  required: ["q"],
  example: { q: examplePlayer.javaName.slice(0, 3).toLowerCase() },
  body: suggestionsBody,
  errors: ["MISSING_PARAMETER", "INVALID_PARAMETER", ...commonErrors],
  freshness: "suggestions",
  async handle({ q = "" }, _, { knownPlayers }) {
    if (trimmed(q) === "") {
      const sentence = "The q parameter is missing. Send the beginning of a name.";
      throw new ApiError("MISSING_PARAMETER", sentence);
    }
    const suggestions = await knownPlayers.beginningWith(q);
    const body: SuggestionsBody = { success: true, suggestions };
    return jsonReply(200, body, { etag: entityTag(JSON.stringify(body)) });
  },
});
