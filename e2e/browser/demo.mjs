// A demo of its own on a free port, in a folder that goes away with it.
import { spawn } from "node:child_process";
import { createServer } from "node:net";

const PATIENCE_MS = 240_000;

export async function startDemo(bellwether, folder) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const demo = spawn(bellwether, ["demo", "--listen", `127.0.0.1:${port}`, "--data-dir", folder], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const ended = new Promise((resolve) => demo.on("exit", resolve));
  const ready = new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the demo was not ready in time:\n${said}`)), PATIENCE_MS);
    const hear = (bytes) => {
      said += bytes;
      // The last line of the greeting: the key and everything before it is printed by then.
      if (said.includes("Stop with Ctrl-C")) { clearTimeout(late); resolve(); }
    };
    demo.stdout.on("data", hear);
    demo.stderr.on("data", hear);
    ended.then(() => { clearTimeout(late); reject(new Error(`the demo ended:\n${said}`)); });
  });
  const stop = async () => { demo.kill("SIGTERM"); await ended; };
  try {
    await ready;
  } catch (error) {
    demo.kill("SIGKILL");
    throw error;
  }
  return { base, stop, key: said.match(/key\s+(bw_\S+)/)?.[1], link: said.match(/console\s+(http\S+)/)?.[1] };
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
