import { createServer } from 'node:http';
import { listen } from '#lib/local/listen.ts';
import { readBody } from '#lib/local/read-body.ts';

export async function openChannel() {
  const lines: string[] = [];
  const coming: ('drop' | 'lose')[] = [];
  let lost = 0;
  const server = createServer(async (request, response) => {
    const { text } = JSON.parse(String(await readBody(request, 1_000_000))) as { text: string };
    const fault = coming.shift();
    if (fault !== 'drop') lines.push(...text.split('\n'));
    if (fault === 'lose') lost++;
    if (fault) response.destroy();
    else response.end('ok');
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    lines,
    fail: (...faults: ('drop' | 'lose')[]) => void coming.push(...faults),
    heal: () => void coming.splice(0),
    lost: () => lost,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
