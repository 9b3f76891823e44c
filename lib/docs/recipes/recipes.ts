/** A head on a web page, sharp on every screen. */
export const headImage = `
<img
  src="{base}/head?username=Lantern_Lou&size=64"
  srcset="{base}/head?username=Lantern_Lou&size=128 2x, {base}/head?username=Lantern_Lou&size=192 3x"
  width="64"
  height="64"
  loading="lazy"
  style="image-rendering: pixelated"
  alt="Lantern_Lou"
/>
`;

/** The configuration of Next for images of this service that its optimizer loads. */
export const nextConfiguration = `
const nametag = new URL("{base}");

export default {
  images: {
    remotePatterns: [
      {
        protocol: nametag.protocol.slice(0, -1),
        hostname: nametag.hostname,
        port: nametag.port,
      },
    ],
    // Only if the service is on your own machine or network:
    // dangerouslyAllowLocalIP: true,
  },
};
`;

/** A head in Next, as it is drawn: Next's optimizer would blur it. */
export const nextImage = `
import Image from "next/image";

export function Head() {
  return (
    <Image
      src="{base}/head?username=Lantern_Lou&size=128"
      alt="Lantern_Lou"
      width={64}
      height={64}
      unoptimized
      style={{ imageRendering: "pixelated" }}
    />
  );
}
`;

/** The body of a request to a webhook. */
export const discordWebhook = `
{
  "username": "Lantern_Lou",
  "avatar_url": "{base}/head?username=Lantern_Lou&size=128&default=auto",
  "content": "Who wants to build a lighthouse?"
}
`;

/** A player in 3D, whose arms are as wide as in the game. */
export const skinViewer = `
import { SkinViewer } from "skinview3d";

const service = "{base}";
const response = await fetch(service + "/api?username=Lantern_Lou&type=java");
const { java, error } = await response.json();
if (!java) throw new Error(error);

const models = { classic: "default", slim: "slim" };
const viewer = new SkinViewer({
  canvas: document.querySelector("canvas"),
  skin: service + java.skin_url,
  model: models[java.model] ?? "auto-detect",
});
if (java.cape_url) await viewer.loadCape(service + java.cape_url);
`;

/** A source of skins for CustomSkinLoader, which fills in the name. */
export const skinLoader = `
{
  "name": "Nametag",
  "type": "Legacy",
  "checkPNG": false,
  "skin": "{base}/skin?username={USERNAME}",
  "model": "auto",
  "cape": "{base}/cape?username={USERNAME}"
}
`;

/** A head with a fallback image of the page for unknown players. */
export const headImageWithFallback = `
<img
  src="{base}/head?username=Lantern_Lou&size=64&default=404"
  onerror="this.onerror = null; this.src = '/unknown-player.png'"
  width="64"
  height="64"
  alt="Lantern_Lou"
/>
`;

/** A lookup for browsers and Node that waits when the service says how long. */
export const browserLookup = `
const service = "{base}";

/** The profile, or null if no player has this name. */
async function lookUp(username, attempts = 3) {
  const query = new URLSearchParams({ username });
  const response = await fetch(service + "/api?" + query);
  const body = await response.json();
  if (response.ok) return body;
  if (body.code === "NOT_FOUND") return null;

  const seconds = Number(response.headers.get("Retry-After"));
  if (response.status < 500 || seconds === 0 || seconds > 30 || attempts === 1) {
    throw new Error(body.error);
  }
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  return lookUp(username, attempts - 1);
}

const profile = await lookUp("Lantern_Lou");
console.log(profile?.java?.username ?? profile?.bedrock?.gamertag ?? "unknown player");
`;

/** A component that looks a player up and shows the state of the request. */
export const reactPlayerCard = `
import { useEffect, useState } from "react";

const service = "{base}";

type State =
  | { kind: "loading" }
  | { kind: "found"; name: string }
  | { kind: "unknown" }
  | { kind: "failed" };

interface Profile {
  java?: { username: string };
  bedrock?: { gamertag: string };
}

async function lookUp(username: string, signal: AbortSignal): Promise<State> {
  const query = new URLSearchParams({ username });
  const response = await fetch(service + "/api?" + query, { signal });
  if (response.status === 404 || response.status === 400) return { kind: "unknown" };
  if (!response.ok) return { kind: "failed" };
  const { java, bedrock } = (await response.json()) as Profile;
  return { kind: "found", name: java?.username ?? bedrock?.gamertag ?? username };
}

export function PlayerCard({ username }: { username: string }) {
  const [state, setState] = useState<State>({ kind: "loading" });
  const [attempt, setAttempt] = useState(1);

  useEffect(() => {
    const stop = new AbortController();
    setState({ kind: "loading" });
    lookUp(username, stop.signal)
      .catch((): State => ({ kind: "failed" }))
      .then((next) => {
        if (!stop.signal.aborted) setState(next);
      });
    return () => stop.abort();
  }, [username, attempt]);

  if (state.kind === "loading") return <p aria-busy="true">Looking up {username}…</p>;
  if (state.kind === "unknown") return <p>No player is called {username}.</p>;
  if (state.kind === "failed") {
    return (
      <p role="alert">
        {username} could not be looked up.{" "}
        <button type="button" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </button>
      </p>
    );
  }
  const head = service + "/head?" + new URLSearchParams({ username, size: "128" });
  return (
    <figure>
      <img src={head} width={64} height={64} alt="" />
      <figcaption>{state.name}</figcaption>
    </figure>
  );
}
`;

/** Heads and profiles in Google Sheets and Excel, for a name in A2. */
export const headInSheets = `
=IMAGE("{base}/head?username=" & ENCODEURL(A2) & "&size=64&default=auto", 4, 64, 64)
`;

/** A custom function for Google Sheets. */
export const playerFunction = `
const SERVICE = "{base}";

/**
 * Java name, Java UUID, gamertag and XUID of a player, side by side.
 *
 * @param {string} player A name, UUID, XUID or gamertag.
 * @customfunction
 */
function PLAYER(player) {
  const url = SERVICE + "/api?username=" + encodeURIComponent(player);
  const response = UrlFetchApp.fetch(url, { muteHttpExceptions: true });
  const profile = JSON.parse(response.getContentText());
  if (!profile.success) throw new Error(profile.error);
  const { java, bedrock } = profile;
  return [[java?.username, java?.uuid, bedrock?.gamertag, bedrock?.xuid_decimal]];
}
`;

/** Only Excel for Windows has ENCODEURL, so SUBSTITUTE removes characters that a URL cannot contain. */
export const headInExcel = `
=IMAGE("{base}/head?username=" & SUBSTITUTE(SUBSTITUTE(A2, " ", "_"), "#", "") & "&size=64&default=auto", A2)
`;

export const uuidInExcel = `
=IFERROR(TEXTBEFORE(TEXTAFTER(WEBSERVICE("{base}/api?type=java&username=" & ENCODEURL(A2)), """uuid"":"""), """"), "unknown")
`;

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
