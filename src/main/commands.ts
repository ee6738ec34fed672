import type { Command } from "./command.js";

/** Every command of `svc`, in the order of the help; a command is loaded only when it is called. */
export const commands = {
  dev: async () => (await import("./dev.js")).dev,
  deploy: async () => (await import("./deploy.js")).deploy,
  doctor: async () => (await import("./doctor.js")).doctor,
} as const satisfies Record<string, () => Promise<Command>>;
