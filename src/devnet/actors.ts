import type { DevAccount } from "./accounts.js";

/** The people of the devnet, in the order of the dev accounts. */
export const actorNames = [
  "deployer",
  "poster",
  "worker",
  "poster2",
  "worker2",
  "arbitrator",
  "arbitrator2",
  "arbitrator3",
  "treasury",
  "debtor",
  "stranger",
] as const;
export type ActorName = (typeof actorNames)[number];

/** What each of them is there for. */
export const actorRoles: Record<ActorName, string> = {
  deployer: "owns the contracts",
  poster: "posts tasks and pays",
  worker: "claims tasks and delivers",
  poster2: "posts tasks too",
  worker2: "claims tasks too",
  arbitrator: "bonded, decides disputes",
  arbitrator2: "bonded, decides appeals",
  arbitrator3: "bonded, decides last appeals",
  treasury: "receives fees and plan payments",
  debtor: "lost disputes; its deposit is below the floor",
  stranger: "has tokens and no history",
};

export type Actors = Record<ActorName, DevAccount>;

/** Gives the dev accounts their names. */
export function nameActors(accounts: readonly DevAccount[]): Actors {
  return Object.fromEntries(
    actorNames.map((name, index) => {
      const account = accounts[index];
      if (account === undefined) throw new Error(`The devnet has no account for ${name}.`);
      return [name, account];
    }),
  ) as Actors;
}
