import type { BedrockAccount, JavaAccount, SandboxPlayer, Skin } from "./player.ts";
import { textureHash } from "./textures.ts";

/** All players of the sandbox, each for one case. The skins are files in `textures/`. */
export const players: readonly SandboxPlayer[] = [
  ...inGroup("Both editions", [
    {
      story:
        'Both editions, linked: Lantern_Lou in one, "Lantern Lou" in the other; skins and a cape.',
      java: java("Lantern_Lou", "dfb83a479bf3469583e7bdc34c28fa4e", classic("lantern-lou"), {
        cape: textureHash("cape-lantern"),
        history: {
          keys: "name",
          names: [
            { name: "LouAndTheLamp", changedAt: null },
            { name: "Lantern_Lou", changedAt: "2021-11-05T18:20:00+00:00" },
          ],
        },
      }),
      bedrock: bedrock("Lantern Lou", "2761708961228418", classic("lantern-lou-bedrock"), {
        linkedTo: "dfb83a479bf3469583e7bdc34c28fa4e",
      }),
    },
    {
      story: "Both editions, linked, the very same name in each.",
      java: java("CopperKettle", "a72358a051ae4586bab702eab0a9eca4", slim("copper-kettle")),
      bedrock: bedrock("CopperKettle", "2703105530739881", slim("copper-kettle-bedrock"), {
        xuidAs: "string",
        linkedTo: "a72358a051ae4586bab702eab0a9eca4",
      }),
    },
    {
      story:
        'Both editions, linked, under different names: Bramble_Bard is "Sofa Dragon" on Bedrock.',
      java: java("Bramble_Bard", "b5838d5803ac4b0d93d3c5b35df08833", classic("bramble-bard")),
      bedrock: bedrock("Sofa Dragon", "2743858903529114", classic("sofa-dragon"), {
        linkedTo: "b5838d5803ac4b0d93d3c5b35df08833",
      }),
    },
    {
      story: "One Java account with two Bedrock accounts linked to it: Geyser answers with both.",
      java: java("Twice_Told", "8e47df4bf16e4a4188e68677d0c95b34", classic("twice-told")),
      bedrock: bedrock("First Telling", "2743386288261027", null, {
        linkedTo: "8e47df4bf16e4a4188e68677d0c95b34",
      }),
    },
    bedrockPlayer("Second Telling", "2798035820366376", null, {
      story: "The second Bedrock account of Twice_Told.",
      linkedTo: "8e47df4bf16e4a4188e68677d0c95b34",
    }),
    {
      story: "Linked, but the Bedrock side is unknown to the name cache: only the link tells.",
      java: java("Hedge_Hattie", "ed15f53e107240ed98f14f04f26bbca0", slim("hedge-hattie")),
      bedrock: bedrock("Hattie Hedge", "2745544342550360", null, {
        knownToGeyser: false,
        linkedTo: "ed15f53e107240ed98f14f04f26bbca0",
      }),
    },
  ]),
  ...inGroup("Everyday", [
    javaPlayer("Tinker_Tess", "a9a041d770424d1bbe1e5c603300460c", slim("tinker-tess"), {
      story: "Java only, slim arms, goggles on the hat layer: the plainest lookup there is.",
    }),
    javaPlayer("QuietQuill", "6790b5f6bb61410a972998f020e6cc42", classic("quiet-quill"), {
      story: "Java only, classic arms, with a cape.",
      cape: textureHash("cape-feather"),
    }),
    javaPlayer("NoodleKnight", "2470f66b17d142a2aa8e1d85ef549286", classic("noodle-knight"), {
      story: "A full helmet and a cape: with the hat layer off, there is a face underneath.",
      cape: textureHash("cape-sword"),
    }),
    javaPlayer("Captain_Cobble", "2bbbabab937742628b3602462ddbd909", classic("captain-cobble"), {
      story: "Eye patch, hat and cape of a captain.",
      cape: textureHash("cape-anchor"),
    }),
    javaPlayer("WrenOfTheWest", "dfb4d41789004b6abb622c0dcfb0c69a", slim("wren-of-the-west"), {
      story: "Flower crown, slim arms and a leaf on the cape.",
      cape: textureHash("cape-leaf"),
    }),
    javaPlayer("Midnight_Mei", "4ae8ced70ac246a1b5cc1805a799491b", slim("midnight-mei"), {
      story: "Buns on the hat layer, headphones over them.",
    }),
    javaPlayer("Barnaby_Blocks", "76ae0705a7b9452da56703b7ebf0307f", classic("barnaby-blocks"), {
      story: "A miner with a lamp and a beard on the hat layer.",
    }),
    javaPlayer("Old_Marrow", "be5a7cba71ba41a8a3c748254a50e743", classic("old-marrow"), {
      story: "A wizard whose beard and hat fill the hat layer.",
      cape: textureHash("cape-moon"),
    }),
    javaPlayer("PicklePilot", "e191dd688f9948cd9a358ab2a8432a71", classic("pickle-pilot"), {
      story: "Ear flaps, goggles and a scarf on the jacket layer.",
    }),
    javaPlayer("Saffron_Sky", "7472059a54384b7b9cb9a8b567a3ced4", slim("saffron-sky"), {
      story: "A headscarf, and eyes in gold.",
    }),
    javaPlayer("ZapZucchini", "045cca31a233489994c9485fa3b8e446", classic("zap-zucchini"), {
      story: "A mohawk: hair on the top and back of the head only.",
    }),
    javaPlayer("OrbitOpal", "4b063869a22d4d4c8d594a842b4a5326", slim("orbit-opal"), {
      story: "An astronaut behind see-through glass.",
    }),
    javaPlayer("Crumbs_And_Co", "c8ad5937949846678b79ad848008ef4f", classic("crumbs-and-co"), {
      story: "A baker, hat and moustache.",
    }),
    javaPlayer("Foxglove_Finn", "453db1b69a3446f49ff8738223eae32c", slim("foxglove-finn"), {
      story: "A fox: ears on the hat layer and on the top of the head.",
    }),
    javaPlayer("RustyRobot_9", "24a2949f47e149018053ef70769f3ccc", classic("rusty-robot-9"), {
      story: "A robot with a digit in the name.",
    }),
    javaPlayer("Penguin_Postman_", "d12518233ba64a7bbb70c52ce6b9ba7e", classic("penguin-postman"), {
      story: "The longest name that can still be made today: sixteen characters.",
    }),
    javaPlayer("Bea", "878266ad29f34758aacb60dfe2a97425", slim("bea"), {
      story: "The shortest name that can still be made today: three characters.",
      cape: textureHash("cape-bee"),
    }),
    javaPlayer("Bamboo_Benny", "054b396ccf63492a92aedc9f74b415f8", classic("bamboo-benny"), {
      story: "A panda in dungarees.",
    }),
    javaPlayer("Toadstool_Tam", "a1fe239ffdbf4be18fd33d100095eea6", slim("toadstool-tam"), {
      story: "A mushroom: the cap is the hat layer.",
    }),
    javaPlayer("ProfessorHoot", "af864e5c82264470b68c87691c86aedb", classic("professor-hoot"), {
      story: "An owl with a bow on the hat layer.",
    }),
    javaPlayer("Trashcan_Tilda", "b97034115236404b851217565265e7fd", slim("trashcan-tilda"), {
      story: "A raccoon, awake at night.",
    }),
  ]),
  ...inGroup("Same name, two people", [
    javaPlayer("PebblePenny", "bff06e3f253b416a9435c6b6539272b6", slim("pebble-penny"), {
      story: "PebblePenny on Java; nothing says that the Bedrock one is the same person.",
    }),
    bedrockPlayer("PebblePenny", "2779057459953173", classic("pebble-penny-bedrock"), {
      story: "PebblePenny on Bedrock, without any link.",
    }),
    javaPlayer("MapleMax", "58413b14b35d48cea372087a3d597a87", classic("maple-max"), {
      story: "MapleMax on Java; the Bedrock MapleMax is linked to another player.",
    }),
    {
      story: "Orchard_Max on Java, who is MapleMax on Bedrock: the link proves it.",
      java: java("Orchard_Max", "d652e54c228643c99f7c445501a6428b", classic("orchard-max")),
      bedrock: bedrock("MapleMax", "2701568658240613", classic("maple-max-bedrock"), {
        linkedTo: "d652e54c228643c99f7c445501a6428b",
      }),
    },
    {
      story: 'JunipersJam on Java, who is "Pantry Raider" on Bedrock.',
      java: java("JunipersJam", "a9b23a5f560f4076a1f80a954f73e732", slim("junipers-jam")),
      bedrock: bedrock("Pantry Raider", "2710292264931562", slim("pantry-raider"), {
        xuidAs: "string",
        linkedTo: "a9b23a5f560f4076a1f80a954f73e732",
      }),
    },
    bedrockPlayer("JunipersJam", "2707638129217999", classic("junipers-jam-bedrock"), {
      story: "JunipersJam on Bedrock: the Java JunipersJam is linked to another Bedrock account.",
    }),
    bedrockPlayer("Leaf", "2730011223344556", classic("leaf"), {
      story:
        "Leaf on Bedrock is .Leaf on servers with Floodgate, and an old Java player is really .Leaf.",
    }),
  ]),
  ...inGroup("Bedrock only", [
    bedrockPlayer("Mossy Minnow", "2796662987455236", slim("mossy-minnow"), {
      story: "Bedrock only, with a space in the gamertag; Geyser gives the XUID as a number.",
      xuidAs: "number",
    }),
    bedrockPlayer("Toast Troubador", "2795547686368440", classic("toast-troubador"), {
      story: "Bedrock only, classic arms; Geyser gives the XUID as a string.",
      xuidAs: "string",
    }),
    bedrockPlayer("Biscuit4821", "2794701194876386", classic("biscuit4821"), {
      story: "A gamertag of the newer kind: Biscuit#4821, which the game shows as Biscuit4821.",
      modern: { tag: "Biscuit", suffix: "4821" },
    }),
    bedrockPlayer("Мшистый Пень", "2728308706693640", classic("mossy-stump"), {
      story: "A gamertag in Cyrillic, with a space.",
      modern: { tag: "Мшистый Пень", suffix: "" },
    }),
    bedrockPlayer("苔むす狐", "2762506508023052", classic("mossy-fox"), {
      story: "A gamertag in Japanese.",
      modern: { tag: "苔むす狐", suffix: "" },
    }),
    bedrockPlayer("Jelly Jar", "2790695075997540", classic("jelly-jar"), {
      story: "A see-through hat layer all around the head.",
    }),
    bedrockPlayer("Plain Plum", "2708613595823391", null, {
      story: "Known to Geyser, but no skin was ever stored: the default for the Floodgate UUID.",
    }),
    bedrockPlayer("SnugSlug", "2799151923013283", null, {
      story: "Another without a stored skin, and another default.",
      xuidAs: "string",
    }),
    bedrockPlayer("Fifteen Letters", "2769559794876023", classic("fifteen-letters"), {
      story: "The longest classic gamertag: fifteen characters.",
    }),
    bedrockPlayer("O", "2533274790395904", classic("ghost"), {
      story: "The lowest XUID there is, and the shortest gamertag.",
    }),
    bedrockPlayer("Last In Line", "2814749767106559", classic("last-in-line"), {
      story: "The highest XUID there is.",
    }),
    bedrockPlayer("HermitHazel", "2770655690254404", null, {
      story:
        'Geyser says 503 "not in our cache"; PlayerDB, Xbox Live and OpenXBL know the gamertag.',
      knownToGeyser: false,
    }),
    bedrockPlayer("Offgrid77", "2786956500984807", null, {
      story: "Unknown to Geyser, with digits after the name: Offgrid#77.",
      modern: { tag: "Offgrid", suffix: "77" },
      knownToGeyser: false,
    }),
    bedrockPlayer("숲속오두막", "2777749266987898", null, {
      story: "Unknown to Geyser, and a gamertag in Korean, which PlayerDB cannot look up.",
      modern: { tag: "숲속오두막", suffix: "" },
      knownToGeyser: false,
    }),
  ]),
  ...inGroup("Texture files", [
    javaPlayer("Gramps_Gravel", "d1a8bab3d5734ddd8576d7c66ead263a", classic("gramps-gravel"), {
      story: "A skin from before 2014: 64×32, left limbs are the right ones mirrored.",
    }),
    javaPlayer("Opaque_Otto", "e29dd29d52554154baaaea2602670ddf", slim("opaque-otto"), {
      story:
        "A 64×32 skin without any transparency: the game throws such a hat layer away. It has slim arms, since the profile says so.",
    }),
    javaPlayer("Palette_Pat", "26a4c1cc785d4786a0cf039e45a7635c", classic("palette-pat"), {
      story: "A PNG with a palette instead of plain colours.",
    }),
    javaPlayer("Solid_Sol", "e8806a26f12f4ad48352328e47faeef9", classic("solid-sol"), {
      story: "A PNG without an alpha channel: the outer layers repeat what lies below them.",
    }),
    javaPlayer("ShortHash_Shea", "06b9d08d07644b7ab6a6098efce1cbe8", slim("short-hash-shea"), {
      story: "The texture hash starts with a zero, so its address has fewer than 64 digits.",
    }),
    javaPlayer("Beekeeper_Bo", "2745e44559cf42cb8344dd9d06c029a6", classic("beekeeper-bo"), {
      story: "A see-through beekeeping veil on a Java skin.",
    }),
    bedrockPlayer("Hi Res Hattie", "2741874249536755", classic("hi-res-hattie"), {
      story: "A Bedrock skin of 128×128 pixels.",
    }),
    javaPlayer(
      "Torn_Page",
      "d9841ae37a3f4272854e9f6c265c3c3c",
      {
        hash: "deadbeef0badcafe00000000000000000000000000000000000000000000f00d",
        model: "classic",
      },
      {
        story: "The profile names a skin, but the texture server has lost it: 404.",
      },
    ),
    javaPlayer("Pea_In_Pod_A", "5d7683d3b02d42de9b935d847824b34e", classic("pea-in-pod"), {
      story: "Two players in one outfit: the texture has one hash, and one file.",
    }),
    javaPlayer("Pea_In_Pod_B", "f2b4aeebae8c4203a751a4062b6155c6", classic("pea-in-pod"), {
      story: "The other of the two in one outfit.",
    }),
  ]),
  ...inGroup("No skin of their own", [
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
    javaPlayer("CapeOnly_Cleo", "019b4dacf99d4139a382754a19acaaed", null, {
      story: "A cape, but no skin: the default for the UUID is classic Sunny.",
      cape: textureHash("cape-heart"),
    }),
  ]),
  ...inGroup("Renamed", [
    javaPlayer("Marigold_Moth", "15220228991e40ea9416eb332e047689", slim("marigold-moth"), {
      story: "Once Larva_Lena, a name that is now free; one name in between is hidden (`-`).",
      history: {
        keys: "name",
        names: [
          { name: "Larva_Lena", changedAt: null },
          { name: "-", changedAt: "2019-04-02T10:15:30+00:00" },
          { name: "Cocoon_Cora", changedAt: "2020-08-19T07:00:00+02:00" },
          { name: "Marigold_Moth", changedAt: "2023-05-01T12:00:00+00:00" },
        ],
      },
    }),
    javaPlayer("Sir_Reginald", "607aa4b5bb154ef59e61f87b0f03faff", classic("sir-reginald"), {
      story: "Old keys (`username_history`) and a name hidden by a full-width dash.",
      history: {
        keys: "username",
        names: [
          { name: "xX_Reggie_Xx", changedAt: null },
          { name: "－", changedAt: "2018-12-24T23:59:59+00:00" },
          { name: "Sir_Reginald", changedAt: "2022-02-22T22:22:22+00:00" },
        ],
      },
    }),
    javaPlayer("NameHopper", "8e3f5219f2724bf0930954340abde950", classic("name-hopper"), {
      story: "Seven names, one of them twice, some at an unknown time; a thousand former skins.",
      history: {
        keys: "name",
        pastSkins: 1_000,
        names: [
          { name: "Tadpole", changedAt: null },
          { name: "Froglet", changedAt: "2015-03-01T00:00:00+00:00" },
          { name: "Hopscotch_Hal", changedAt: "2016-07-14T14:00:00+00:00" },
          { name: "Froglet", changedAt: "2017-09-30T08:30:00+00:00" },
          { name: "LilyPadLarry", changedAt: null },
          { name: "Croak_Monsieur", changedAt: "2021-01-01T00:00:01+00:00" },
          { name: "NameHopper", changedAt: "2024-06-06T06:06:06+00:00" },
        ],
      },
    }),
    javaPlayer("Former_Thimble", "b978ffb6b9a04d3daaaf1fdb074fb686", slim("former-thimble"), {
      story: "Gave up the name Thimble in 2024; someone else has it now.",
      history: {
        keys: "name",
        names: [
          { name: "Thimble", changedAt: null },
          { name: "Former_Thimble", changedAt: "2024-01-10T09:00:00+00:00" },
        ],
      },
    }),
    javaPlayer("Thimble", "145a8cd1f6254cc992f9073dd1780ff8", classic("thimble"), {
      story: "Took the name Thimble after it had become free.",
      history: {
        keys: "name",
        names: [
          { name: "NeedlePoint", changedAt: null },
          { name: "Thimble", changedAt: "2024-03-01T09:00:00+00:00" },
        ],
      },
    }),
  ]),
  ...inGroup("Odd old names", [
    javaPlayer("Q", "2225e6d65e0d4fe186dd4819fa40d0e8", slim("tinker-tess"), {
      story: "One character.",
    }),
    javaPlayer("Zz", "569da45377094d838619d296a17b5007", classic("quiet-quill"), {
      story: "Two characters.",
    }),
    javaPlayer(
      "slightlybewilderedowl",
      "03d25abb197a4d5988ae29c83dede011",
      classic("noodle-knight"),
      {
        story: "Twenty-one characters, and older than the limit of sixteen.",
      },
    ),
    javaPlayer(
      "abcdefghijklmnopqrstuvwxy",
      "5fc053695d1543028f24c54d90df68aa",
      classic("captain-cobble"),
      {
        story: "Twenty-five characters: the most that is looked up at all.",
      },
    ),
    javaPlayer("glum-stork", "deffe50bf4f9499c9e36ed20a54ef3c3", slim("wren-of-the-west"), {
      story: "A hyphen in the name.",
    }),
    javaPlayer("dot.dot.dash", "83e6d4de1302458e8ee5e3ffed1d2caa", slim("midnight-mei"), {
      story: "Dots in the name.",
    }),
    javaPlayer(".Leaf", "b2c4af23664a477f86ff2ffbafc14e30", classic("barnaby-blocks"), {
      story: "A leading dot, as Floodgate puts before Bedrock names.",
    }),
    javaPlayer("007700", "9160251bf884496592c6169f58ed3e19", classic("old-marrow"), {
      story: "Digits only, with leading zeros.",
    }),
    javaPlayer("2535400000000001", "983d81a1ab844db3b7496bcc95f443b8", classic("pickle-pilot"), {
      story: "Sixteen digits: a legal Java name that reads like an XUID.",
    }),
    javaPlayer("hasOwnProperty", "c73adcd6a8d0417f8e414e20a5fe730c", slim("saffron-sky"), {
      story: "The name of a property every object has.",
    }),
    javaPlayer("__proto__", "e38fa104b2cb4d64a9f443ccbee2941c", classic("zap-zucchini"), {
      story: "The name that changes what an object is.",
    }),
    javaPlayer("constructor", "6a57f61d2a2b4b68ab56edcd552c3c87", slim("orbit-opal"), {
      story: "Another name every object answers to.",
    }),
    javaPlayer("then", "84f80986bb6d47708bafdf4f2649ed59", classic("crumbs-and-co"), {
      story: "The name that makes an object look like a promise.",
    }),
    javaPlayer("null", "ea381788827344fe908964d5bec919d5", slim("foxglove-finn"), {
      story: "A name that reads like no name.",
    }),
    javaPlayer("NaN", "cd422dc66f0747f0a047b34d48294f62", classic("rusty-robot-9"), {
      story: "A name that is not a number.",
    }),
    javaPlayer("1E2", "f85af764582f42cbbcc2e7ff9d14fea9", classic("penguin-postman"), {
      story: "A name that reads like the number 100.",
    }),
    javaPlayer("CON", "f22eaffe3f6c4edb9e123aeb005df3ac", slim("bea"), {
      story: "A name that cannot be a file on some systems.",
    }),
    javaPlayer("true", "d4468922e4f3476ea61f2fc091beac3d", classic("bamboo-benny"), {
      story: "A name that reads like a yes.",
    }),
  ]),
  ...inGroup("Heads", [
    javaPlayer("MHF_Steve", "c06f89064c8a49119c29ea1dbd1aab82", classic("old-steve"), {
      story:
        "The head of Steve, as avatar services special-case it; wears the default of before 1.19.3.",
    }),
    javaPlayer("MHF_Alex", "6ab4317889fd490597f60f67d9d76fd9", slim("old-alex"), {
      story: "The head of Alex; wears the slim default of before 1.19.3.",
    }),
    javaPlayer("MHF_Pig", "2044404c624943918afcef9971386e98", classic("mhf-pig"), {
      story: "A pig to put on a shelf.",
    }),
    javaPlayer("MHF_Cow", "d2eec2fbd3ea42389c35052f38193dcd", classic("mhf-cow"), {
      story: "A cow to put on a shelf.",
    }),
    javaPlayer("MHF_Chicken", "b1fcda26aa834fb2aaad52f9fed09414", classic("mhf-chicken"), {
      story: "A chicken to put on a shelf.",
    }),
    javaPlayer("MHF_Pumpkin", "08992dff3f7a4ddd81d82d9865d093f8", classic("mhf-pumpkin"), {
      story: "A pumpkin with a light inside.",
    }),
    javaPlayer("MHF_Cactus", "9bcafab5a4b6428b881d7017b2352199", classic("mhf-cactus"), {
      story: "A cactus in flower.",
    }),
  ]),
];

type Person = Omit<SandboxPlayer, "group">;
type Story = Pick<Person, "story">;
type MoreOfJava = Pick<JavaAccount, "cape" | "history">;
type MoreOfBedrock = Omit<BedrockAccount, "xuid" | "gamertag" | "skin">;

function inGroup(group: SandboxPlayer["group"], members: readonly Person[]): SandboxPlayer[] {
  return members.map((member) => ({ group, ...member }));
}

function javaPlayer(
  name: string,
  uuid: string,
  skin: Skin | null,
  { story, ...more }: Story & MoreOfJava,
): Person {
  return { story, java: java(name, uuid, skin, more) };
}

function bedrockPlayer(
  gamertag: string,
  xuid: string,
  skin: Skin | null,
  { story, ...more }: Story & MoreOfBedrock,
): Person {
  return { story, bedrock: bedrock(gamertag, xuid, skin, more) };
}

function java(name: string, uuid: string, skin: Skin | null, more?: MoreOfJava): JavaAccount {
  return { uuid, name, skin, ...more };
}

function bedrock(
  gamertag: string,
  xuid: string,
  skin: Skin | null,
  more?: MoreOfBedrock,
): BedrockAccount {
  return { xuid, gamertag, skin, ...more };
}

function classic(file: string): Skin {
  return { hash: textureHash(file), model: "classic" };
}

function slim(file: string): Skin {
  return { hash: textureHash(file), model: "slim" };
}

/** Never chose a skin: the UUID decides the default. */
function newcomer(name: string, uuid: string, skin: string): Person {
  const story = `No skin chosen: the default for the UUID is ${skin}.`;
  return javaPlayer(name, uuid, null, { story });
}
