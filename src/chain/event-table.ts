import type { Abi, AbiEvent, GetEventArgs, Hex } from "viem";
import { SvcError } from "../errors.js";
import type { Address } from "../primitives/address.js";
import { arbitrationAbi } from "./abi/arbitration.js";
import { depositVaultAbi } from "./abi/deposit-vault.js";
import { paymentGatewayAbi } from "./abi/payment-gateway.js";
import { taskRegistryAbi } from "./abi/task-registry.js";
import { toSequence } from "./codec/abi-type.js";
import { hashSignature } from "./codec/signature.js";
import { openWords } from "./codec/words.js";
import type { MarketContracts } from "./contracts.js";

/** The contracts whose events are read. */
const sources = {
  taskRegistry: taskRegistryAbi,
  arbitration: arbitrationAbi,
  depositVault: depositVaultAbi,
  paymentGateway: paymentGatewayAbi,
} as const satisfies Partial<Record<keyof MarketContracts, Abi>>;
type Sources = typeof sources;

export type EventSource = keyof Sources;
export type EventContracts = Pick<MarketContracts, EventSource>;

/** An event with its values, typed by its name. */
export type MarketEvent = {
  [source in EventSource]: {
    [name in EventName<Sources[source]>]: {
      contract: source;
      event: name;
      args: EventArgs<Sources[source], name>;
    };
  }[EventName<Sources[source]>];
}[EventSource];

type EventName<abi extends Abi> = Extract<abi[number], { type: "event" }>["name"];
type EventArgs<abi extends Abi, name extends EventName<abi>> = GetEventArgs<
  abi,
  name,
  { EnableUnion: false; IndexedOnly: false; Required: true }
>;

/** The parts of a log that say what happened. */
export type EventLog = { address: Address; topics: readonly Hex[]; data: Hex };

/** Decodes the events of one market. */
export type EventTable = {
  /** Answers the event, or undefined when it is none of this market's. */
  find(log: EventLog): MarketEvent | undefined;
};

/** Prepares the decoding of every event once; a log then costs two look-ups and its own bytes. */
export function createEventTable(contracts: EventContracts): EventTable {
  const byAddress = new Map<string, Map<Hex, (log: EventLog) => MarketEvent>>();
  for (const [source, abi] of Object.entries<Abi>(sources)) {
    const events = abi.filter((item): item is AbiEvent => item.type === "event");
    const byTopic = new Map(
      events.map((event) => [hashSignature(event.name, event.inputs), toDecoder(source, event)]),
    );
    byAddress.set(contracts[source as EventSource].toLowerCase(), byTopic);
  }
  return {
    find(log) {
      const [topic] = log.topics;
      if (topic === undefined) return undefined;

      return byAddress.get(log.address.toLowerCase())?.get(topic)?.(log);
    },
  };
}

function toDecoder(source: string, { name, inputs }: AbiEvent): (log: EventLog) => MarketEvent {
  const indexed = inputs.filter((input) => input.indexed === true);
  const plain = inputs.filter((input) => input.indexed !== true);
  const topicTypes = toSequence(indexed);
  const dataTypes = toSequence(plain);
  return ({ topics, data }) => {
    if (topics.length !== indexed.length + 1) {
      const text = `The event ${name} has another form than expected: check the deployment file.`;
      throw new SvcError("contract_mismatch", text);
    }
    const words = `0x${topics
      .slice(1)
      .map((topic) => topic.slice(2))
      .join("")}`;
    const args: Record<string, unknown> = {};
    topicTypes.read(openWords(words), 0).forEach((value, index) => {
      args[indexed[index]?.name as string] = value;
    });
    dataTypes.read(openWords(data), 0).forEach((value, index) => {
      args[plain[index]?.name as string] = value;
    });
    return { contract: source, event: name, args } as MarketEvent;
  };
}
