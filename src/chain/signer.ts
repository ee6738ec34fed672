import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { SvcError } from "../errors.js";

/**
 * Reads the value of PRIVATE_KEY into an account that signs, or throws. No error carries the key,
 * a part of it or a cause that could hold it.
 */
export function parsePrivateKey(value: string | undefined): PrivateKeyAccount {
  const text = value?.trim() ?? "";
  if (text === "") {
    throw new SvcError(
      "invalid_private_key",
      "PRIVATE_KEY is not set: this command signs with it.",
    );
  }
  const digits = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text)?.[1];
  if (digits === undefined) {
    throw new SvcError(
      "invalid_private_key",
      "PRIVATE_KEY must be 32 bytes: 0x and 64 hex digits.",
    );
  }

  try {
    return privateKeyToAccount(`0x${digits}`);
  } catch {
    throw new SvcError("invalid_private_key", "PRIVATE_KEY is not a key of this curve.");
  }
}
