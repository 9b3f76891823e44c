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
            if (response.statusCode() == 404) return Optional.empty();
            // A proxy in front can respond with HTML.
            if (response.statusCode() != 200) throw new IllegalStateException("HTTP " + response.statusCode());
            return Optional.of(JsonParser.parseString(response.body()).getAsJsonObject());
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
