/** A bot with one slash command, for discord.js 14. */
export const discordBot = `
import {
  Client,
  EmbedBuilder,
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
  if (!profile.success) return { content: profile.error };

  const { java, bedrock } = profile;
  const { skin_texture: texture, head_url: head } = java ?? bedrock;
  // Discord keeps an image for as long as its URL stays the same, so name the texture.
  const image = texture ? "/head?texture=" + texture : head + "&default=auto";
  const embed = new EmbedBuilder()
    .setTitle(java?.username ?? bedrock.gamertag)
    .setThumbnail(service + image + "&size=128");
  if (java) embed.addFields({ name: "Java UUID", value: java.uuid });
  if (bedrock) embed.addFields({ name: "Bedrock XUID", value: bedrock.xuid_decimal });
  return { embeds: [embed] };
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
`;

/** A Paper plugin that looks players up when they join, off the main thread. */
export const serverPlugin = `
package org.example.whois;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.bukkit.entity.Player;
import org.bukkit.event.EventHandler;
import org.bukkit.event.Listener;
import org.bukkit.event.player.PlayerJoinEvent;
import org.bukkit.plugin.java.JavaPlugin;

public final class WhoisPlugin extends JavaPlugin implements Listener {
    private static final String SERVICE = "{base}";

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    @Override
    public void onEnable() {
        getServer().getPluginManager().registerEvents(this, this);
    }

    @EventHandler
    public void onJoin(PlayerJoinEvent event) {
        Player player = event.getPlayer();
        lookUp(player.getUniqueId())
                .thenAccept(profile -> profile.ifPresent(found ->
                        getServer().getScheduler().runTask(this, () -> greet(player, found))))
                .exceptionally(error -> {
                    getLogger().warning("A player could not be looked up: " + error.getMessage());
                    return null;
                });
    }

    /** Empty for players that no provider knows. */
    private CompletableFuture<Optional<JsonObject>> lookUp(UUID id) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(SERVICE + "/api?uuid=" + id))
                .timeout(Duration.ofSeconds(10))
                .build();
        return http.sendAsync(request, BodyHandlers.ofString()).thenApply(response -> {
            JsonObject body = JsonParser.parseString(response.body()).getAsJsonObject();
            if (response.statusCode() == 200) return Optional.of(body);
            if (response.statusCode() == 404) return Optional.empty();
            throw new IllegalStateException(body.get("error").getAsString());
        });
    }

    private void greet(Player player, JsonObject profile) {
        if (profile.has("java")) {
            JsonObject java = profile.getAsJsonObject("java");
            int names = java.getAsJsonArray("name_history").size();
            player.sendMessage("Java: " + java.get("username").getAsString() + ", known names: " + names);
        }
        if (profile.has("bedrock")) {
            JsonObject bedrock = profile.getAsJsonObject("bedrock");
            player.sendMessage("Bedrock: " + bedrock.get("gamertag").getAsString());
        }
    }
}
`;

export const serverPluginDescription = `
name: Whois
version: "1.0"
main: org.example.whois.WhoisPlugin
api-version: "1.20"
`;
