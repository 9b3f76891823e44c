import type { SandboxPlayer } from "../player.ts";

/**
 * Players who never chose a skin. Which of the game's eighteen defaults they wear follows from the
 * UUID: the first nine are slim, then the same nine with classic arms.
 */
export const NEWCOMERS: readonly SandboxPlayer[] = [
  newcomer("Newcomer_Nia", "c82719d1e0e54b86903bd28c203440a7", "slim Alex"),
  newcomer("Basic_Bea", "f74817c5dac14212bfba97f898eb4ac0", "slim Ari"),
  newcomer("Vanilla_Vik", "c97090f57d024ac695a4c08853b8ec65", "slim Efe"),
  newcomer("Blank_Blake", "d7c70f9d38c74666b45129146abbeb36", "slim Kai"),
  newcomer("Simple_Simi", "a5ae4e791f4e45568c33a0ef3d7d104e", "slim Makena"),
  newcomer("Modest_Mo", "5707f46ab3e84e889f4d7a9d4a41f36e", "slim Noor"),
  newcomer("Stock_Stella", "20ad77423f8842d2aaeba8ef0fcd5887", "slim Steve"),
  newcomer("Starter_Sun", "5a0bf1bd65f7461c93a34e98a97c0956", "slim Sunny"),
  newcomer("Zero_Zoe", "1df62e4c731240948917247a69a56afc", "slim Zuri"),
  newcomer("Ample_Amos", "a5879bf128ac4b0e90b22da0f74ab2f2", "classic Alex"),
  newcomer("Mild_Milo", "7c91a13a1f004a47a581f62e2b74b74f", "classic Kai"),
  newcomer("Early_Ezra", "f6e08b4261a2411891d2634b626e9e61", "classic Noor"),
  newcomer("Plain_Paul", "49c155a09a544af1936ce5a83e29b3c8", "classic Steve"),
  newcomer("Freshly_Fay", "752d68a454274860bf0817174bb19bb0", "classic Zuri"),
  {
    group: "No skin of their own",
    story: "A cape, but no skin: the default for the UUID is classic Sunny.",
    java: {
      uuid: "019b4dacf99d4139a382754a19acaaed",
      name: "CapeOnly_Cleo",
      skin: null,
      cape: { cloth: "#c94f6d", trim: "#f6d8a0", emblem: "heart", ink: "#fbe3e6" },
    },
  },
];

function newcomer(name: string, uuid: string, worn: string): SandboxPlayer {
  const story = `No skin chosen: the default for the UUID is ${worn}.`;
  return { group: "No skin of their own", story, java: { uuid, name, skin: null } };
}
