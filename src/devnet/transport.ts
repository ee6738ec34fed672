import { type CustomTransport, custom } from "viem";
import type { Engine } from "./engine.js";

/**
 * Connects a viem client to the engine without a socket. Nothing is retried: viem takes a revert
 * of a custom transport for an unknown failure and would repeat it for a second.
 */
export function toTransport(engine: Pick<Engine, "request">): CustomTransport {
  return custom(
    { request: ({ method, params }) => engine.request(method, params) },
    { retryCount: 0 },
  );
}
