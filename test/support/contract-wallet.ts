import { encodeDeployData, encodeFunctionData, type Hex } from "viem";
import type { ActorName } from "../../src/devnet/actors.js";
import { type Driver, type Sent, sendRaw } from "../../src/devnet/driver.js";
import type { Address } from "../../src/primitives/address.js";
import {
  contractWalletAbi,
  contractWalletBytecode,
} from "../contracts/fixtures/contract-wallet.artifact.js";

/** Deploys a contract wallet that an actor owns. */
export async function deployWallet(driver: Driver, owner: ActorName): Promise<Address> {
  const from = driver.actors[owner].address;
  const { created } = await sendRaw(driver.engine, {
    from,
    data: encodeDeployData({
      abi: contractWalletAbi,
      bytecode: contractWalletBytecode,
      args: [from],
    }),
  });
  if (created === null) throw new Error("The devnet created no wallet.");
  return created;
}

/** Sends a call from a contract wallet in the name of its owner. */
export function sendFromWallet(
  driver: Driver,
  owner: ActorName,
  wallet: Address,
  call: { to: Address; data: Hex },
): Promise<Sent> {
  const data = encodeFunctionData({
    abi: contractWalletAbi,
    functionName: "execute",
    args: [call.to, call.data],
  });
  return sendRaw(driver.engine, { from: driver.actors[owner].address, to: wallet, data });
}
