/** The types of Paper and Gson that the plugin uses, with the signatures that it relies on. */
const types: Readonly<Record<string, string>> = {
  "org.bukkit.Server": `public interface Server {
    org.bukkit.plugin.PluginManager getPluginManager();
    org.bukkit.scheduler.BukkitScheduler getScheduler();
  }`,
  "org.bukkit.entity.Player": `public interface Player {
    java.util.UUID getUniqueId();
    void sendMessage(String message);
  }`,
  "org.bukkit.event.Event": "public abstract class Event {}",
  "org.bukkit.event.EventHandler": `
  @java.lang.annotation.Target(java.lang.annotation.ElementType.METHOD)
  public @interface EventHandler {}`,
  "org.bukkit.event.Listener": "public interface Listener {}",
  "org.bukkit.event.player.PlayerEvent": `public abstract class PlayerEvent extends org.bukkit.event.Event {
    public final org.bukkit.entity.Player getPlayer() { return null; }
  }`,
  "org.bukkit.event.player.PlayerJoinEvent": "public class PlayerJoinEvent extends PlayerEvent {}",
  "org.bukkit.plugin.Plugin": "public interface Plugin {}",
  "org.bukkit.plugin.PluginManager": `public interface PluginManager {
    void registerEvents(org.bukkit.event.Listener listener, Plugin plugin);
  }`,
  "org.bukkit.plugin.java.JavaPlugin": `
  public abstract class JavaPlugin implements org.bukkit.plugin.Plugin {
    public final org.bukkit.Server getServer() { return null; }
    public java.util.logging.Logger getLogger() { return null; }
    public void onEnable() {}
  }`,
  "org.bukkit.scheduler.BukkitScheduler": `public interface BukkitScheduler {
    BukkitTask runTask(org.bukkit.plugin.Plugin plugin, Runnable task);
  }`,
  "org.bukkit.scheduler.BukkitTask": "public interface BukkitTask {}",
  "com.google.gson.JsonElement": `public abstract class JsonElement {
    public JsonObject getAsJsonObject() { return null; }
    public String getAsString() { return null; }
  }`,
  "com.google.gson.JsonArray": `public final class JsonArray extends JsonElement {
    public int size() { return 0; }
  }`,
  "com.google.gson.JsonObject": `public final class JsonObject extends JsonElement {
    public boolean has(String name) { return false; }
    public JsonElement get(String name) { return null; }
    public JsonArray getAsJsonArray(String name) { return null; }
    public JsonObject getAsJsonObject(String name) { return null; }
  }`,
  "com.google.gson.JsonParser": `public final class JsonParser {
    public static JsonElement parseString(String text) { return null; }
  }`,
};

/** Their Java sources, by the path of each file. */
export const paperSources: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(types).map(([name, declaration]) => [
    `${name.replaceAll(".", "/")}.java`,
    `package ${name.slice(0, name.lastIndexOf("."))};\n${declaration}\n`,
  ]),
);
