import { code, prose, section } from "../block.ts";
import { definePage } from "../page.ts";

export const identifiers = definePage("identifiers", "identifiers", [
  prose("intro"),
  section("forms", "forms"),
  prose("formsText"),
  prose("formsRules"),
  section("names", "names"),
  prose("namesText"),
  section("uuid", "uuid"),
  prose("uuidText"),
  section("gamertags", "gamertags"),
  prose("gamertagsText"),
  section("dot", "dot"),
  prose("dotText"),
  section("xuid", "xuid"),
  prose("xuidText"),
  section("xuid-string", "xuidString"),
  prose("xuidStringText"),
  section("floodgate", "floodgate"),
  prose("floodgateText"),
  code(
    "javascript",
    `
    const xuid = "2761708961228418";
    const uuid = BigInt(xuid).toString(16).padStart(32, "0");
    console.log(uuid); // 00000000000000000009cfc2799b6682
    console.log(BigInt("0x" + uuid).toString()); // 2761708961228418
    `,
    "JavaScript",
  ),
  prose("floodgateJava"),
  code(
    "java",
    `
    import java.util.UUID;

    public class Floodgate {
      public static void main(String[] arguments) {
        UUID uuid = new UUID(0, Long.parseLong("2761708961228418"));
        System.out.println(uuid); // 00000000-0000-0000-0009-cfc2799b6682
        System.out.println(uuid.getLeastSignificantBits()); // 2761708961228418
      }
    }
    `,
    "Java",
  ),
  section("links", "links"),
  prose("linksText"),
  section("namesakes", "namesakes"),
  prose("namesakesText"),
  section("different-names", "differ"),
  prose("differText"),
]);
