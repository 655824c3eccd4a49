// A local chain with the dollar at its real address, and wallets on it. All keys are made for this run.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createPublicClient, createWalletClient, http, publicActions } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { base } from "viem/chains";
import { until } from "./ports.mjs";

export const DOLLAR = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
export const newKey = generatePrivateKey;
export const accountOf = privateKeyToAccount;

function compile() {
  const solc = createRequire(import.meta.url)("solc");
  const input = {
    language: "Solidity",
    sources: { "Dollar.sol": { content: readFileSync(new URL("Dollar.sol", import.meta.url), "utf8") } },
    settings: {
      viaIR: true,
      optimizer: { enabled: true },
      outputSelection: { "*": { "*": ["abi", "evm.deployedBytecode.object"] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const errors = (output.errors ?? []).filter((error) => error.severity === "error");
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join("\n"));
  const { abi, evm } = output.contracts["Dollar.sol"].Dollar;
  return { abi, code: `0x${evm.deployedBytecode.object}` };
}

export async function startChain(port) {
  const bootstrap = new URL("node_modules/hardhat/internal/cli/bootstrap.js", import.meta.url).pathname;
  const process_ = spawn(process.execPath, [bootstrap, "node", "--hostname", "127.0.0.1", "--port", `${port}`], {
    cwd: new URL(".", import.meta.url).pathname,
    env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: "true" },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  const chain = { ...base, rpcUrls: { default: { http: [url] } } };
  const reader = createPublicClient({ chain, transport: http(url), pollingInterval: 100 });
  await until("the chain", async () => (await reader.getChainId()) === base.id);
  const { abi, code } = compile();
  await reader.request({ method: "hardhat_setCode", params: [DOLLAR, code] });
  const read = (functionName, args) => reader.readContract({ address: DOLLAR, abi, functionName, args });
  return {
    url,
    stop: () => process_.kill(),
    wallet: (key) =>
      createWalletClient({ chain, transport: http(url), account: accountOf(key), pollingInterval: 100 }).extend(publicActions),
    giveGas: (address) =>
      reader.request({ method: "hardhat_setBalance", params: [address, `0x${(10n ** 20n).toString(16)}`] }),
    async give(wallet, to, units) {
      const hash = await wallet.writeContract({ address: DOLLAR, abi, functionName: "give", args: [to, units] });
      await wallet.waitForTransactionReceipt({ hash });
    },
    balance: (address) => read("balanceOf", [address]),
  };
}
