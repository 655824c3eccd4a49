// Free ports, and patience.
import { createServer } from "node:net";

export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

export async function until(what, isSo, seconds = 60) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    try {
      if (await isSo()) return;
    } catch {
      // Not up yet.
    }
    if (Date.now() > end) throw new Error(`${what} did not come up within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
