/**
 * Stands in for discord.js where a bot imports it: the classes that the recipe uses, as version 14
 * has them. After login, the bot gets a command for each player that the environment names; its replies
 * are written to standard output, one JSON object for each line.
 */
export const discordStandIn = `
export const Events = { ClientReady: "clientReady", InteractionCreate: "interactionCreate" };
export const GatewayIntentBits = { Guilds: 1 };

class Option {
  setName(name) { this.name = name; return this; }
  setDescription(text) { this.description = text; return this; }
  setMaxLength(length) { this.maxLength = length; return this; }
  setRequired(required) { this.required = required; return this; }
}

export class SlashCommandBuilder {
  options = [];
  setName(name) { this.name = name; return this; }
  setDescription(text) { this.description = text; return this; }
  addStringOption(build) { this.options.push(build(new Option())); return this; }
}

export class EmbedBuilder {
  fields = [];
  setTitle(title) { this.title = title; return this; }
  setThumbnail(url) { this.thumbnail = url; return this; }
  addFields(...fields) { this.fields.push(...fields); return this; }
}

const say = (what) => console.log(JSON.stringify(what));

export class Client {
  handlers = new Map();
  constructor({ intents }) { this.intents = intents; }
  once(event, handler) { this.handlers.set(event, handler); }
  on(event, handler) { this.handlers.set(event, handler); }

  async login(token) {
    if (token !== "a token") throw new Error("An invalid token was provided.");
    await this.handlers.get(Events.ClientReady)({ application: { commands: { create: say } } });
    for (const player of JSON.parse(process.env.PLAYERS)) {
      let deferred = false;
      await this.handlers.get(Events.InteractionCreate)({
        commandName: "player",
        isChatInputCommand: () => true,
        options: { getString: (name, required) => (name === "name" && required ? player : null) },
        deferReply: async () => { deferred = true; },
        editReply: async (answer) => {
          if (!deferred) throw new Error("INTERACTION_NOT_REPLIED");
          say(answer);
        },
      });
    }
  }
}
`;
