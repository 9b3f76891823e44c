import {
  Client,
  EmbedBuilder,
  escapeMarkdown,
  Events,
  GatewayIntentBits,
  SlashCommandBuilder,
} from "discord.js";

const service = "{base}";

const command = new SlashCommandBuilder()
  .setName("player")
  .setDescription("Who is this player?")
  .addStringOption((option) =>
    option
      .setName("name")
      .setDescription("A name, UUID, XUID or gamertag")
      .setMaxLength(64)
      .setRequired(true),
  );

async function answerTo(name) {
  const query = new URLSearchParams({ username: name });
  const response = await fetch(service + "/api?" + query, { signal: AbortSignal.timeout(10_000) });
  const profile = await response.json();
  if (!profile.success) return { content: escapeMarkdown(profile.error) };

  const { java, bedrock } = profile;
  // Only an account link proves that both are one person. Others share nothing but a name.
  const people = bedrock?.linked === true ? [{ java, bedrock }] : [{ java }, { bedrock }];
  return { embeds: people.filter((person) => person.java || person.bedrock).map(embedOf) };
}

function embedOf({ java, bedrock }) {
  const { skin_texture: texture, head_url: head } = java ?? bedrock;
  // Discord keeps an image for as long as its URL stays the same, so name the texture.
  const image = texture ? "/head?texture=" + texture : head;
  const embed = new EmbedBuilder()
    .setTitle(escapeMarkdown(java?.username ?? bedrock.gamertag))
    .setThumbnail(service + image + "&default=auto&size=128");
  if (java) embed.addFields({ name: "Java UUID", value: java.uuid });
  if (bedrock) embed.addFields({ name: "Bedrock XUID", value: bedrock.xuid_decimal });
  return embed;
}

const client = new Client({ intents: [GatewayIntentBits.Guilds] });

client.once(Events.ClientReady, (ready) => ready.application.commands.create(command));

client.on(Events.InteractionCreate, async (interaction) => {
  if (!interaction.isChatInputCommand() || interaction.commandName !== "player") return;
  await interaction.deferReply();
  const answer = await answerTo(interaction.options.getString("name", true)).catch(() => ({
    content: "The lookup service cannot be reached. Try again shortly.",
  }));
  await interaction.editReply(answer);
});

await client.login(process.env.DISCORD_TOKEN);
