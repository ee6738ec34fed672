import { describe, expect, it } from "vitest";
import { parseConfig, parsePort } from "../src/config.js";

const home = { HOME: "/home/ada" };

describe("parseConfig", () => {
  it("answers the defaults when only HOME is set", () => {
    expect(parseConfig(home)).toEqual({
      deploymentPath: undefined,
      rpcUrls: ["https://mainnet.base.org"],
      publicRpcUrl: undefined,
      dataDir: "/home/ada/.local/share/svc-task-market",
      devnetPort: 8545,
      sitePort: 8080,
      gatewayPort: 4020,
    });
  });

  it("reads every setting", () => {
    const env = {
      SVC_DEPLOYMENT: "deployments/local.json",
      SVC_RPC_URL: "https://a.example/key, http://b.example,",
      CHAIN_RPC_URL: "https://ignored.example",
      SVC_PUBLIC_RPC_URL: "https://public.example",
      SVC_DATA_DIR: "/srv/svc",
      SVC_DEVNET_PORT: "0",
      SVC_SITE_PORT: "65535",
      SVC_GATEWAY_PORT: "4021",
    };

    expect(parseConfig(env)).toEqual({
      deploymentPath: "deployments/local.json",
      rpcUrls: ["https://a.example/key", "http://b.example"],
      publicRpcUrl: "https://public.example",
      dataDir: "/srv/svc",
      devnetPort: 0,
      sitePort: 65535,
      gatewayPort: 4021,
    });
  });

  it("takes CHAIN_RPC_URL when SVC_RPC_URL is empty", () => {
    const env = { ...home, SVC_RPC_URL: " ", CHAIN_RPC_URL: "https://chain.example" };

    expect(parseConfig(env).rpcUrls).toEqual(["https://chain.example"]);
  });

  it("follows XDG_DATA_HOME unless it is relative", () => {
    const at = (folder: string) => parseConfig({ ...home, XDG_DATA_HOME: folder }).dataDir;

    expect([at("/data"), at("data")]).toEqual([
      "/data/svc-task-market",
      "/home/ada/.local/share/svc-task-market",
    ]);
  });

  it("never holds PRIVATE_KEY", () => {
    const config = parseConfig({ ...home, PRIVATE_KEY: "0xsecret" });

    expect(JSON.stringify(config)).not.toContain("secret");
  });

  it.each(["SVC_DEVNET_PORT", "SVC_SITE_PORT", "SVC_GATEWAY_PORT"])(
    "error: %s that is no port is named",
    (name) => {
      for (const value of ["http", "-1", "65536", "80.5", "1e3"]) {
        expect(() => parseConfig({ ...home, [name]: value })).toThrow(
          `${name} must be a port number from 0 to 65535, not "${value}".`,
        );
      }
    },
  );

  it.each(["SVC_RPC_URL", "CHAIN_RPC_URL", "SVC_PUBLIC_RPC_URL"])(
    "error: %s that is no URL is named, its value is not shown",
    (name) => {
      for (const value of ["s3cret", "ftp://s3cret.example", "https://ok.example,s3cret"]) {
        const parse = () => parseConfig({ ...home, [name]: value });
        if (name === "SVC_PUBLIC_RPC_URL" && value.startsWith("https")) continue;
        expect(parse).toThrow(new RegExp(`^${name} must be an http:// or https:// URL\\.$`));
      }
    },
  );

  it("error: a list of commas only is refused", () => {
    expect(() => parseConfig({ ...home, SVC_RPC_URL: ",," })).toThrow("SVC_RPC_URL must be");
  });

  it("error: without HOME it asks for SVC_DATA_DIR", () => {
    expect(() => parseConfig({})).toThrow("HOME is not set: set SVC_DATA_DIR to a folder.");
  });
});

describe("parsePort", () => {
  it("error: names the flag it came from", () => {
    expect(() => parsePort("--port", "x")).toThrow("--port must be a port number");
  });
});
