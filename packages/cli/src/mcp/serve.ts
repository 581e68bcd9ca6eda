import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { openApi } from '../api.ts';
import type { Config } from '../config.ts';
import { mcpServer, type Rights } from './server.ts';
import { readerOf } from './tool.ts';

type Served = { zone: string; baseUrl: string; isSignedIn: boolean; configNow(): Config };

export function serve({ zone, isSignedIn, configNow }: Served): void {
  const reader = () => readerOf(openApi(configNow()), zone);
  let rights: Promise<Rights> | undefined;
  const serverFor = async () => {
    rights ??= isSignedIn ? Promise.resolve('signed_in') : rightsOf(configNow());
    return mcpServer({ zone, rights: await rights, reader });
  };
  serveStdio(serverFor, { onerror: (error) => void process.stderr.write(`${error.message}\n`) });
}

/** No operation reports the scope of a key, so the smallest report shows it. Without an answer, calls show it later. */
async function rightsOf(config: Config): Promise<Rights> {
  const day = new Date().toISOString().slice(0, 10);
  const environment = config.readKey?.startsWith('rk_test_') ? 'test' : 'live';
  const query = { from: day, to: day, limit: '1', environment };
  const answer = await openApi(config)('GET', '/api/v1/pixel/reports/performance', {
    query,
    auth: 'report',
    also: [403],
    onceWithinMs: 5000,
  }).catch(() => undefined);
  return answer?.status === 403 ? 'reports' : 'performance';
}
