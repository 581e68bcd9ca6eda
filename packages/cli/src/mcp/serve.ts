import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { openApi } from '../api.ts';
import type { Config } from '../config.ts';
import { mcpServer } from './server.ts';
import { readerOf } from './tool.ts';

type Served = { zone: string; baseUrl: string; isSignedIn: boolean; configNow(): Config };

export function serve({ zone, isSignedIn, configNow }: Served): void {
  const reader = () => readerOf(openApi(configNow()), zone);
  serveStdio(() => mcpServer({ zone, isSignedIn, reader }), {
    onerror: (error) => void process.stderr.write(`${error.message}\n`),
  });
}
