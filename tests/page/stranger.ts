import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Somebody else's site: one page, on a port of its own and so of another origin than ours. */
export interface Stranger {
  readonly url: string;
  close(): Promise<void>;
}

export async function servePage(
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Stranger> {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A post</title><link rel="icon" href="data:,"><body>\n${body}`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers });
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
